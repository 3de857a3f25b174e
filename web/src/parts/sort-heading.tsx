/** By which column a table is sorted. */
export interface Sorting<Column extends string> {
  by: Column;
  down: boolean;
}

interface Props<Column extends string> {
  column: Column;
  label: string;
  sorting: Sorting<Column>;
  sort: (sorting: Sorting<Column>) => void;
  number?: boolean;
}

/** A heading that sorts its table, and turns the order round when used again. */
export function SortHeading<Column extends string>({ column, label, sorting, sort, number }: Props<Column>) {
  const chosen = sorting.by === column;
  return (
    <th scope="col" class={number ? "number" : ""} aria-sort={chosen ? (sorting.down ? "descending" : "ascending") : "none"}>
      <button type="button" class="sort" onClick={() => sort({ by: column, down: chosen && !sorting.down })}>
        {label}<span aria-hidden="true">{chosen ? (sorting.down ? " ▾" : " ▴") : ""}</span>
      </button>
    </th>
  );
}
