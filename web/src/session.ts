// One game being played: the tree of lines, who plays, and what the server is being asked.
import { batch, computed, effect, signal } from "@preact/signals";
import * as api from "./api";
import type { Move, Position, Variant } from "./api";
import { current, goTo, grow, known, learn, line, pathTo, plant, redo, undo, type LineTree } from "./line-tree";
import { chooseMove, PERSON, type Seat } from "./opponent";
import type { PlayRoute } from "./route";
import { asApiError } from "./resource";

/** So that one can see what the computer does. */
const THINKING_MS = 550;

export class Session {
  /** `null` until the first position has come. */
  readonly tree = signal<LineTree | null>(null);
  readonly seats = signal<readonly [Seat, Seat]>([PERSON, PERSON]);
  /** Best moves are played for both sides until the end. */
  readonly showingBestLine = signal(false);
  readonly waiting = signal(false);
  readonly trouble = signal<{ message: string; retry?: () => void } | null>(null);
  /** The move under the mouse or the keyboard, on the board or in the table. */
  readonly pointed = signal<string | null>(null);
  /** The computer waits after a step back: one looks around there, and plays on when one likes. */
  readonly computerRests = signal(false);
  readonly puzzle = signal(false);

  readonly node = computed(() => (this.tree.value === null ? null : current(this.tree.value)));
  readonly line = computed(() => (this.tree.value === null ? [] : line(this.tree.value)));

  /** From the beginning to the position shown. */
  readonly path = computed(() => (this.tree.value === null ? [] : pathTo(this.tree.value, this.tree.value.at)));

  /** Answers to older questions are dropped. */
  private question = 0;
  private readonly stopComputer: () => void;

  constructor(readonly variant: Variant) {
    this.stopComputer = effect(() => this.letComputerThink());
  }

  /** Nothing happens in this session any more. */
  end(): void {
    this.question += 1;
    this.stopComputer();
  }

  /** The address of what is shown. */
  route(): PlayRoute {
    const nodes = this.line.value;
    const from = nodes[0]?.facts.position ?? this.variant.start;
    return {
      page: "play",
      game: this.variant.game,
      variant: this.variant.variant,
      from: from === this.variant.start ? null : from,
      moves: nodes.slice(1).map((node) => node.move!),
      at: nodes.findIndex((node) => node.id === this.tree.value?.at),
      puzzle: this.puzzle.value,
    };
  }

  /** Reproduces a line. A move that does not exist ends it, with a word to the user. */
  load(route: PlayRoute): Promise<void> {
    return this.asking(async () => {
      let tree = plant(await this.ask(route.from ?? undefined));
      let missing: string | null = null;
      for (const name of route.moves) {
        const move = current(tree).facts.moves.find((each) => each.name === name);
        if (move === undefined) {
          missing = `There is no move “${name}” after ${line(tree).length - 1} steps of this line, so it ends there.`;
          break;
        }
        tree = grow(tree, move, await this.ask(move.position));
      }
      const nodes = line(tree);
      tree = goTo(tree, nodes[Math.min(route.at, nodes.length - 1)]!.id);
      return () => {
        this.tree.value = tree;
        this.puzzle.value = route.puzzle;
        this.showingBestLine.value = false;
        this.computerRests.value = route.moves.length > 0;
        if (missing !== null) this.trouble.value = { message: missing };
      };
    }, () => this.load(route));
  }

  /** Asks again for everything on the line: after a solve the same positions have values. */
  reload(): Promise<void> {
    return this.load(this.route());
  }

  /** Asks once more about the position shown: whoever was still thinking may know more by now. */
  async lookAgain(): Promise<void> {
    const tree = this.tree.value;
    if (tree === null || this.waiting.value) return;
    try {
      const facts = await this.ask(current(tree).facts.position);
      if (this.tree.value === tree) this.tree.value = learn(tree, facts);
    } catch {
      // Nobody asked for it, so nobody is told; the next move will say what is wrong.
    }
  }

  /** A new game from a position, which may be any text: the server says what is wrong with it. */
  startFrom(position: string | null): Promise<void> {
    return this.load({ ...this.route(), from: position, moves: [], at: 0, puzzle: false });
  }

  async startAnywhere(): Promise<void> {
    await this.asking(async () => {
      const { game, variant } = this.variant;
      const seed = Math.floor(Math.random() * 2 ** 31);
      const tree = plant(await this.ask(await api.randomPosition(game, variant, seed)));
      return () => {
        this.tree.value = tree;
        this.puzzle.value = false;
        this.computerRests.value = true;
      };
    }, () => this.startAnywhere());
  }

  play(move: Move): Promise<void> {
    const tree = this.tree.value;
    if (tree === null || this.waiting.value) return Promise.resolve();
    const before = known(tree, move.name);
    if (before !== undefined) {
      this.show(goTo(tree, before.id), false);
      return Promise.resolve();
    }
    return this.asking(async () => {
      const facts = await this.ask(move.position);
      return () => this.show(grow(tree, move, facts), false);
    }, () => this.play(move));
  }

  undo = (): void => this.step(undo);
  redo = (): void => this.step(redo);
  toBeginning = (): void => this.step((tree) => goTo(tree, this.path.value[0]!.id));
  toEnd = (): void => this.step((tree) => goTo(tree, line(tree).at(-1)!.id));
  jump = (id: number): void => this.step((tree) => goTo(tree, id));

  seat(player: api.Player, seat: Seat): void {
    const [first, second] = this.seats.value;
    batch(() => {
      this.seats.value = player === 1 ? [seat, second] : [first, seat];
      this.computerRests.value = false;
    });
  }

  toggleBestLine = (): void => {
    batch(() => {
      this.showingBestLine.value = !this.showingBestLine.value;
      this.computerRests.value = !this.showingBestLine.value;
    });
  };

  private step(change: (tree: LineTree) => LineTree): void {
    const tree = this.tree.value;
    if (tree === null) return;
    // A step of the user is worth more than an answer that is still on its way.
    this.question += 1;
    this.waiting.value = false;
    this.trouble.value = null;
    this.showingBestLine.value = false;
    this.show(change(tree), true);
  }

  private show(tree: LineTree, computerRests: boolean): void {
    batch(() => {
      this.tree.value = tree;
      this.pointed.value = null;
      this.computerRests.value = computerRests;
    });
  }

  private ask(position?: string): Promise<Position> {
    return api.position(this.variant.game, this.variant.variant, position);
  }

  /** Does something that needs the server; `work` returns what is to be done with the answer. */
  private async asking(work: () => Promise<() => void>, retry: () => void): Promise<void> {
    const question = ++this.question;
    batch(() => {
      this.waiting.value = true;
      this.trouble.value = null;
    });
    try {
      const apply = await work();
      if (question === this.question) {
        batch(() => {
          this.waiting.value = false;
          apply();
        });
      }
    } catch (error) {
      if (question !== this.question) return;
      batch(() => {
        this.waiting.value = false;
        this.showingBestLine.value = false;
        this.trouble.value = { message: asApiError(error).message, retry };
      });
    }
  }

  private letComputerThink(): (() => void) | void {
    const node = this.node.value;
    if (node === null || this.waiting.value || this.trouble.value !== null || this.computerRests.value) return;
    const showing = this.showingBestLine.value;
    const seat = this.seats.value[node.turn - 1]!;
    if (!showing && seat.kind === "person") return;
    if (node.facts.over || node.facts.moves.length === 0 || (showing && this.goesRound())) {
      this.showingBestLine.value = false;
      return;
    }
    const timer = setTimeout(() => {
      const { moves } = node.facts;
      const move = showing || seat.kind === "person" ? moves[0] : chooseMove(moves, seat.errorRate, Math.random);
      if (move !== undefined) void this.play(move);
    }, THINKING_MS);
    return () => clearTimeout(timer);
  }

  /** Perfect play in a draw may go on for ever; seen once is enough. */
  private goesRound(): boolean {
    const path = this.path.value;
    return path.slice(0, -1).some((node) => node.facts.position === path.at(-1)!.facts.position);
  }
}
