// The moves tried in a game: a tree, so that undoing and playing something else keeps what was played before.
// Values are never changed; every function gives a new tree.
import type { Player, Position } from "./api";

export interface Node {
  readonly id: number;
  readonly parent: number | null;
  /** The move that led here; `null` at the root. */
  readonly move: string | null;
  /** Whether this is a state in the middle of a move. */
  readonly intermediate: boolean;
  readonly turn: Player;
  readonly facts: Position;
  readonly children: readonly number[];
  /** The child that "redo" goes to: the one visited last. */
  readonly preferred: number | null;
}

export interface LineTree {
  readonly nodes: readonly Node[];
  /** The node that is shown. */
  readonly at: number;
}

export function plant(facts: Position): LineTree {
  const root: Node = {
    id: 0,
    parent: null,
    move: null,
    intermediate: false,
    // Where the rules do not say whose turn it is, it does not matter: whoever begins is the first player.
    turn: facts.turn ?? 1,
    facts,
    children: [],
    preferred: null,
  };
  return { nodes: [root], at: 0 };
}

export function current(tree: LineTree): Node {
  return node(tree, tree.at);
}

export function node(tree: LineTree, id: number): Node {
  const found = tree.nodes[id];
  if (found === undefined) throw new Error(`no node ${id} in a tree of ${tree.nodes.length}`);
  return found;
}

/** The same tree with other facts about the shown position. */
export function learn(tree: LineTree, facts: Position): LineTree {
  return { ...tree, nodes: tree.nodes.map((each) => (each.id === tree.at ? { ...each, facts } : each)) };
}

/** The node that a move from the shown position leads to, if it has been played before. */
export function known(tree: LineTree, move: string): Node | undefined {
  return current(tree).children.map((id) => node(tree, id)).find((child) => child.move === move);
}

/** Plays a move from the shown position to the position with these facts. A move that was tried before is not added again. */
export function grow(tree: LineTree, move: { name: string; part: boolean }, facts: Position): LineTree {
  const again = known(tree, move.name);
  if (again !== undefined) return goTo(tree, again.id);

  const parent = current(tree);
  const child: Node = {
    id: tree.nodes.length,
    parent: parent.id,
    move: move.name,
    intermediate: move.part,
    turn: facts.turn ?? (move.part ? parent.turn : other(parent.turn)),
    facts,
    children: [],
    preferred: null,
  };
  const nodes = [...tree.nodes, child];
  nodes[parent.id] = { ...parent, children: [...parent.children, child.id] };
  return goTo({ ...tree, nodes }, child.id);
}

/** Shows a node, and makes the way to it the preferred one. */
export function goTo(tree: LineTree, id: number): LineTree {
  const nodes = [...tree.nodes];
  let child = node(tree, id);
  while (child.parent !== null) {
    const parent = node(tree, child.parent);
    nodes[parent.id] = { ...parent, preferred: child.id };
    child = parent;
  }
  return { nodes, at: id };
}

/** One step back, a part of a move counting as a step. */
export function undo(tree: LineTree): LineTree {
  const { parent } = current(tree);
  return parent === null ? tree : goTo(tree, parent);
}

export function redo(tree: LineTree): LineTree {
  const { preferred } = current(tree);
  return preferred === null ? tree : goTo(tree, preferred);
}

/** From the root through the shown node to the end of what was preferred after it. */
export function line(tree: LineTree): Node[] {
  const nodes = pathTo(tree, tree.at);
  for (let next = current(tree).preferred; next !== null; ) {
    const each = node(tree, next);
    nodes.push(each);
    next = each.preferred;
  }
  return nodes;
}

export function pathTo(tree: LineTree, id: number): Node[] {
  const nodes = [node(tree, id)];
  for (let parent = nodes[0]!.parent; parent !== null; parent = nodes[0]!.parent) {
    nodes.unshift(node(tree, parent));
  }
  return nodes;
}

/** The other moves that were tried where this one was played. */
export function alternatives(tree: LineTree, of: Node): Node[] {
  if (of.parent === null) return [];
  return node(tree, of.parent).children.filter((id) => id !== of.id).map((id) => node(tree, id));
}

export function other(player: Player): Player {
  return player === 1 ? 2 : 1;
}
