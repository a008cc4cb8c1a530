import { lexer, type Token, type Tokens } from 'marked'
import type { ReactNode } from 'react'
import text from '../../../docs/api.md?raw'

const inline = (tokens: Token[] = []): ReactNode[] => tokens.map((token, at) => <Inline key={at} token={token} />)

/** A piece of a line. Addresses of other files of the project lead nowhere from here: their words stay, without a link. */
const Inline = ({ token }: { token: Token }): ReactNode => {
  if (token.type === 'strong') return <b>{inline(token.tokens)}</b>
  if (token.type === 'em') return <i>{inline(token.tokens)}</i>
  if (token.type === 'codespan') return <code>{(token as Tokens.Codespan).text}</code>
  if (token.type === 'link') return <span>{inline(token.tokens)}</span>
  if ('tokens' in token && token.tokens) return <>{inline(token.tokens)}</>
  return 'text' in token ? (token.text as string) : token.raw
}

const Table = ({ table }: { table: Tokens.Table }) => (
  <table>
    <thead>
      <tr>
        {table.header.map((cell, at) => (
          <th key={at} scope="col">
            {inline(cell.tokens)}
          </th>
        ))}
      </tr>
    </thead>
    <tbody>
      {table.rows.map((row, at) => (
        <tr key={at}>
          {row.map((cell, column) => (
            <td key={column}>{inline(cell.tokens)}</td>
          ))}
        </tr>
      ))}
    </tbody>
  </table>
)

const Block = ({ token }: { token: Token }): ReactNode => {
  if (token.type === 'heading') return <h3>{inline(token.tokens)}</h3>
  if (token.type === 'code') return <pre>{(token as Tokens.Code).text}</pre>
  if (token.type === 'table') return <Table table={token as Tokens.Table} />
  if (token.type === 'list')
    return (
      <ul>
        {(token as Tokens.List).items.map((item, at) => (
          <li key={at}>{inline(item.tokens)}</li>
        ))}
      </ul>
    )
  return token.type === 'paragraph' ? <p>{inline(token.tokens)}</p> : null
}

/** docs/api.md without its title: how to sign in, page, save and retry, with examples. */
export const Guide = () => (
  <div className="api-guide">
    {lexer(text)
      .slice(1)
      .map((token, at) => (
        <Block key={at} token={token} />
      ))}
  </div>
)
