// Games of the mock: tic-tac-toe, and hexapawn with moves of two parts. Positions are written row by row from the top.

const CELL = 10;
const MARGIN = 6;

function grid(rows, cols, pieces, style = () => "cell") {
  const art = [{ kind: "rect", x: MARGIN, y: MARGIN, w: cols * CELL, h: rows * CELL, style: "board" }];
  const centres = [];
  for (let row = 0; row < rows; row += 1) {
    for (let col = 0; col < cols; col += 1) {
      art.push({ kind: "rect", x: MARGIN + col * CELL, y: MARGIN + row * CELL, w: CELL, h: CELL, style: style(row, col) });
      centres.push([MARGIN + (col + 0.5) * CELL, MARGIN + (row + 0.5) * CELL]);
    }
    art.push({ kind: "text", x: MARGIN / 2, y: MARGIN + (row + 0.5) * CELL, text: String(rows - row), size: 3.5 });
  }
  for (let col = 0; col < cols; col += 1) {
    art.push({ kind: "text", x: MARGIN + (col + 0.5) * CELL, y: MARGIN * 1.5 + rows * CELL, text: "abcdefgh"[col], size: 3.5 });
  }
  return { width: cols * CELL + 2 * MARGIN, height: rows * CELL + 2 * MARGIN, centres, art, pieces, moveRadius: 2 };
}

function letters(text) {
  return { on: [...text].flatMap((letter, centre) => (letter === "-" ? [] : [[letter, centre]])), texts: [] };
}

const cellName = (cell, rows, cols) => `${"abcdefgh"[cell % cols]}${rows - Math.floor(cell / cols)}`;
const drawn = (text, cols) => text.match(new RegExp(`.{${cols}}`, "g")).map((row) => [...row].join(" ")).join("\n");
const set = (text, cell, letter) => text.slice(0, cell) + letter + text.slice(cell + 1);

export function ticTacToe() {
  const lines = ["012", "345", "678", "036", "147", "258", "048", "246"].map((line) => [...line].map(Number));
  const turn = (p) => ([...p].filter((letter) => letter !== "-").length % 2 === 0 ? 1 : 2);
  return {
    start: "---------",
    look: grid(3, 3, {
      x: { shape: "cross", colour: "first", letter: null, scale: 7 },
      o: { shape: "ring", colour: "second", letter: null, scale: 7 },
    }),
    valid: (p) => /^[-xo]{9}$/.test(p) && [0, 1].includes(p.split("x").length - p.split("o").length),
    turn,
    figures: letters,
    board: (p) => drawn(p, 3),
    end(p) {
      if (lines.some(([a, b, c]) => p[a] !== "-" && p[a] === p[b] && p[b] === p[c])) return "lose";
      return p.includes("-") ? null : "tie";
    },
    moves(p) {
      const mark = turn(p) === 1 ? "x" : "o";
      return [...p].flatMap((letter, cell) =>
        letter === "-" ? [{ parts: [{ name: cellName(cell, 3, 3), sign: { kind: "piece", at: cell, piece: mark } }], child: set(p, cell, mark) }] : [],
      );
    },
  };
}

/** Positions begin with the number of the player to move. Men of the first player, `w`, go up the board. */
export function hexapawn(rows, cols) {
  const turn = (p) => Number(p[0]);
  const cells = rows * cols;
  const moves = (p) => {
    const [own, theirs, step] = turn(p) === 1 ? ["w", "b", -cols] : ["b", "w", cols];
    const board = p.slice(2);
    const found = [];
    for (let from = 0; from < cells; from += 1) {
      if (board[from] !== own) continue;
      for (const aside of [-1, 0, 1]) {
        const to = from + step + aside;
        const column = (from % cols) + aside;
        if (to < 0 || to >= cells || column < 0 || column >= cols) continue;
        if (board[to] !== (aside === 0 ? "-" : theirs)) continue;
        found.push({
          parts: [
            { name: cellName(from, rows, cols), sign: { kind: "dot", at: from } },
            { name: cellName(to, rows, cols), sign: { kind: "arrow", from, to } },
          ],
          child: `${3 - turn(p)}_${set(set(board, from, "-"), to, own)}`,
        });
      }
    }
    return found;
  };
  return {
    start: `1_${"b".repeat(cols)}${"-".repeat(cells - 2 * cols)}${"w".repeat(cols)}`,
    look: grid(rows, cols, {
      w: { shape: "disc", colour: "first", letter: null, scale: 7 },
      b: { shape: "disc", colour: "second", letter: null, scale: 7 },
    }, (row, col) => ((row + col) % 2 === 0 ? "cell" : "cell2")),
    valid: (p) => new RegExp(`^[12]_[-wb]{${cells}}$`).test(p),
    turn,
    figures: (p) => letters(p.slice(2)),
    board: (p) => drawn(p.slice(2), cols),
    end(p) {
      const board = p.slice(2);
      if (board.slice(0, cols).includes("w") || board.slice(-cols).includes("b")) return "lose";
      return moves(p).length === 0 ? "lose" : null;
    },
    moves,
  };
}
