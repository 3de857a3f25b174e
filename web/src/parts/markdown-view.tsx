import { parseMarkdown, type Block, type Inline } from "../markdown";

/** A text in Markdown. Headings start at `h3`, since they stand under the title of something. */
export function MarkdownView(props: { text: string }) {
  return <div class="prose">{parseMarkdown(props.text).map((block, index) => <BlockView key={index} block={block} />)}</div>;
}

function BlockView({ block }: { block: Block }) {
  switch (block.kind) {
    case "heading": {
      const Heading = `h${Math.min(6, block.level + 2)}` as "h3" | "h4" | "h5" | "h6";
      return <Heading>{inlines(block.inside)}</Heading>;
    }
    case "paragraph":
      return <p>{inlines(block.inside)}</p>;
    case "list": {
      const items = block.items.map((item, index) => <li key={index}>{inlines(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case "table":
      return (
        <table>
          <thead><tr>{block.head.map((cell, index) => <th key={index}>{inlines(cell)}</th>)}</tr></thead>
          <tbody>
            {block.rows.map((row, index) => <tr key={index}>{row.map((cell, column) => <td key={column}>{inlines(cell)}</td>)}</tr>)}
          </tbody>
        </table>
      );
    case "code":
      return <pre>{block.text}</pre>;
  }
}

function inlines(all: Inline[]) {
  return all.map((each, index) => <InlineView key={index} inline={each} />);
}

function InlineView({ inline }: { inline: Inline }) {
  switch (inline.kind) {
    case "text":
      return <>{inline.text}</>;
    case "code":
      return <code>{inline.text}</code>;
    case "strong":
      return <strong>{inlines(inline.inside)}</strong>;
    case "emphasis":
      return <em>{inlines(inline.inside)}</em>;
    case "link":
      return <a href={inline.to} target="_blank" rel="noreferrer">{inlines(inline.inside)}</a>;
  }
}
