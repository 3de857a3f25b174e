// Every value has its own shape, so that no one needs to tell colours apart.
import type { Value } from "../api";

/** An outline around a centre, about as large as a circle of the given radius. */
export function valuePath(value: Value, x: number, y: number, r: number): string {
  switch (value) {
    case "win":
    case "unsolved":
      return circle(x, y, r);
    case "tie":
      return polygon([[-0.86, -0.86], [0.86, -0.86], [0.86, 0.86], [-0.86, 0.86]], x, y, r);
    case "draw":
      return polygon([[0, -1.12], [1.12, 0], [0, 1.12], [-1.12, 0]], x, y, r);
    case "lose":
      // A shield that points down.
      return polygon([[-0.95, -0.8], [0.95, -0.8], [0.95, 0.1], [0, 1.15], [-0.95, 0.1]], x, y, r);
  }
}

function circle(x: number, y: number, r: number): string {
  return `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0Z`;
}

export function polygon(corners: [number, number][], x: number, y: number, r: number): string {
  return `M${corners.map(([dx, dy]) => `${x + dx * r} ${y + dy * r}`).join("L")}Z`;
}
