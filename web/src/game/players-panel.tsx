import type { Player } from "../api";
import { PERFECT, PERSON, type Seat } from "../opponent";
import type { Session } from "../session";

/** Who plays each side. */
export function PlayersPanel({ session }: { session: Session }) {
  return (
    <section class="panel players" aria-labelledby="players-heading">
      <h2 id="players-heading">Players</h2>
      <SeatRow session={session} player={1} />
      <SeatRow session={session} player={2} />
    </section>
  );
}

function SeatRow({ session, player }: { session: Session; player: Player }) {
  const seat = session.seats.value[player - 1]!;
  const name = session.variant.players[player - 1]?.name ?? (player === 1 ? "First" : "Second");
  return (
    <div class="seat">
      <span class={`counter ${player === 1 ? "first" : "second"}`} aria-hidden="true" />
      <label for={`seat-${player}`}>{name}</label>
      <select id={`seat-${player}`} value={kindOf(seat)} onChange={(event) => session.seat(player, SEATS[event.currentTarget.value as Kind])}>
        <option value="person">person</option>
        <option value="perfect">computer, perfect</option>
        <option value="errant">computer that errs</option>
      </select>
      {seat.kind === "computer" && seat.errorRate > 0 && (
        <label class="errors">
          <input
            type="range"
            min="5"
            max="100"
            step="5"
            value={seat.errorRate * 100}
            onInput={(event) => session.seat(player, { kind: "computer", errorRate: Number(event.currentTarget.value) / 100 })}
          />
          any move, {Math.round(seat.errorRate * 100)} % of the time
        </label>
      )}
    </div>
  );
}

type Kind = "person" | "perfect" | "errant";
const SEATS: Record<Kind, Seat> = { person: PERSON, perfect: PERFECT, errant: { kind: "computer", errorRate: 0.25 } };

function kindOf(seat: Seat): Kind {
  if (seat.kind === "person") return "person";
  return seat.errorRate === 0 ? "perfect" : "errant";
}
