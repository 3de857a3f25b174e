//! Reading from pipes and terminals, which may never end.

use std::io::{self, BufRead, Read};

/// Reads all that comes, if that is at most so many bytes.
pub fn read_stream(input: impl Read, most: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    input.take(most.saturating_add(1)).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > most { Err(too_long(most)) } else { Ok(bytes) }
}

/// Reads a line of at most so many bytes, with its end; `None` after the last one. What is not UTF-8 is replaced.
pub fn read_line(input: &mut (impl BufRead + ?Sized), most: u64) -> io::Result<Option<String>> {
    let mut line = Vec::new();
    if input.take(most.saturating_add(1)).read_until(b'\n', &mut line)? == 0 {
        return Ok(None);
    }
    if line.len() as u64 > most {
        return Err(too_long(most));
    }
    Ok(Some(String::from_utf8_lossy(&line).into_owned()))
}

fn too_long(most: u64) -> io::Error {
    io::Error::new(io::ErrorKind::InvalidData, format!("there are more than the {most} bytes that are read"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_never_ends_is_refused() {
        let lines = || io::Cursor::new("one\ntwo");
        assert_eq!(read_stream(lines(), 7).unwrap(), b"one\ntwo");
        assert!(read_stream(lines(), 6).is_err() && read_stream(io::repeat(0), 1000).is_err());
        let input = &mut lines();
        assert_eq!(read_line(input, 4).unwrap().as_deref(), Some("one\n"));
        assert_eq!(read_line(input, 4).unwrap().as_deref(), Some("two"));
        assert_eq!(read_line(input, 4).unwrap(), None);
        assert!(read_line(&mut lines(), 3).is_err());
        assert!(read_line(&mut io::BufReader::new(io::repeat(0)), 1000).is_err());
    }
}
