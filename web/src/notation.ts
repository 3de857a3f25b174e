// Which letter of a position string stands for which place of the board, learned from examples.
// Games write their positions as they like; but if one letter always tells what stands on one centre, then pieces can be
// put on the board by clicking, for any game and without a word from it. Where no such rule exists, there is the text field.
import type { Figures, Position } from "./api";

/** No piece. */
export const EMPTY = "";

export interface Notation {
  /** For each centre, where its letter is in the string; `null` where nothing was ever seen to change. */
  readonly places: readonly (number | null)[];
  /** What may stand on a centre, and the letter for it. */
  readonly letters: ReadonlyMap<string, string>;
}

/** The rule that all examples follow, or `null`. */
export function learnNotation(examples: readonly Position[], centres: number): Notation | null {
  const samples = examples
    .filter((example) => example.figures !== null)
    .map((example) => ({ text: example.position, pieces: piecesOn(example.figures!, centres) }));
  const length = samples[0]?.text.length ?? 0;
  if (samples.some((sample) => sample.text.length !== length)) return null;

  const places: (number | null)[] = [];
  const letters = new Map<string, string>();
  for (let centre = 0; centre < centres; centre += 1) {
    const found = samples.some((sample) => sample.pieces[centre] !== samples[0]!.pieces[centre])
      ? placeOf(samples, centre, length)
      : null;
    places.push(found?.place ?? null);
    for (const [piece, letter] of found?.letters ?? []) {
      // One alphabet for the whole board, or there is no rule.
      if ((letters.get(piece) ?? letter) !== letter) return null;
      letters.set(piece, letter);
    }
  }
  return places.some((place) => place !== null) ? { places, letters } : null;
}

interface Sample {
  text: string;
  pieces: string[];
}

/** The letter that is the same exactly when the piece on the centre is the same. If several are, nobody knows which is meant. */
function placeOf(samples: Sample[], centre: number, length: number) {
  const found = Array.from({ length }, (_, place) => {
    const letters = bijection(samples.map((sample) => [sample.pieces[centre]!, sample.text[place]!]));
    return letters === null ? [] : [{ place, letters }];
  }).flat();
  return found.length === 1 ? found[0]! : null;
}

function bijection(pairs: [string, string][]): Map<string, string> | null {
  const forth = new Map<string, string>();
  const back = new Map<string, string>();
  for (const [a, b] of pairs) {
    if ((forth.get(a) ?? b) !== b || (back.get(b) ?? a) !== a) return null;
    forth.set(a, b);
    back.set(b, a);
  }
  return forth;
}

function piecesOn(figures: Figures, centres: number): string[] {
  const pieces = new Array<string>(centres).fill(EMPTY);
  // Several pieces on one centre make one name, since one letter must tell them all.
  for (const [piece, centre] of figures.on) pieces[centre] = pieces[centre] === EMPTY ? piece : `${pieces[centre]}+${piece}`;
  return pieces;
}

/** The position with another piece on a centre. */
export function withPiece(notation: Notation, position: string, centre: number, piece: string): string {
  const place = notation.places[centre];
  const letter = notation.letters.get(piece);
  if (place === null || place === undefined || letter === undefined) return position;
  return position.slice(0, place) + letter + position.slice(place + 1);
}

/** What a position string would look like, even if no such position exists. */
export function figuresOf(notation: Notation, position: string): Figures {
  const pieces = new Map([...notation.letters].map(([piece, letter]) => [letter, piece]));
  const on = notation.places.flatMap((place, centre): Figures["on"] => {
    const piece = place === null ? EMPTY : (pieces.get(position[place] ?? "") ?? EMPTY);
    return piece === EMPTY ? [] : piece.split("+").map((each) => [each, centre]);
  });
  return { on, texts: [] };
}
