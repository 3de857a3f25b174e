//! A line of text that is being typed.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// A line of text with a cursor.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub(crate) struct Field {
    text: Vec<char>,
    cursor: usize,
    /// What was wrong with the text when it was last sent off.
    pub(crate) wrong: Option<String>,
}

impl Field {
    /// A field with a text in it and the cursor at its end.
    pub(crate) fn new(text: &str) -> Field {
        let text: Vec<char> = text.chars().collect();
        Field { cursor: text.len(), text, wrong: None }
    }

    pub(crate) fn text(&self) -> String {
        self.text.iter().collect()
    }

    /// Returns the text before the cursor and from it on.
    pub(crate) fn halves(&self) -> (String, String) {
        let (before, after) = self.text.split_at(self.cursor);
        (before.iter().collect(), after.iter().collect())
    }

    /// Takes a key, unless it is not one for typing.
    pub(crate) fn key(&mut self, key: KeyEvent) {
        self.wrong = None;
        match key.code {
            KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => *self = Field::default(),
            KeyCode::Char(_) if key.modifiers.intersects(KeyModifiers::CONTROL | KeyModifiers::ALT) => {}
            KeyCode::Char(letter) => {
                self.text.insert(self.cursor, letter);
                self.cursor += 1;
            }
            KeyCode::Backspace if self.cursor > 0 => {
                self.cursor -= 1;
                self.text.remove(self.cursor);
            }
            KeyCode::Delete if self.cursor < self.text.len() => drop(self.text.remove(self.cursor)),
            KeyCode::Left => self.cursor = self.cursor.saturating_sub(1),
            KeyCode::Right => self.cursor = (self.cursor + 1).min(self.text.len()),
            KeyCode::Home => self.cursor = 0,
            KeyCode::End => self.cursor = self.text.len(),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_can_be_mended_in_the_middle() {
        let mut field = Field::new("1_xo");
        let mut press = |code| field.key(KeyEvent::new(code, KeyModifiers::NONE));
        press(KeyCode::Left);
        press(KeyCode::Backspace);
        press(KeyCode::Char('é'));
        press(KeyCode::Home);
        press(KeyCode::Delete);
        press(KeyCode::Backspace);
        press(KeyCode::Char('2'));
        assert_eq!((field.text(), field.halves()), ("2_éo".to_owned(), ("2".to_owned(), "_éo".to_owned())));
        field.key(KeyEvent::new(KeyCode::Char('u'), KeyModifiers::CONTROL));
        assert_eq!(field, Field::default());
    }
}
