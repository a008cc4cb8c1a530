import { Button } from '@mantine/core'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Message } from './chat-state.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { cellText, isFigure } from './cells.ts'

const FEW = 10

/** The rows of an answer; each opens the screen behind it. */
export const AnswerTable = ({
  of: { structured_data: rows, columns, row_links, is_cut, response },
  label,
}: {
  of: Message
  label: string
}) => {
  const [isWhole, setWhole] = useState(false)
  const go = useNavigate()
  const shown = isWhole ? rows : rows.slice(0, FEW)
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls where it is wider than the screen */}
      <div className="answer-rows" role="region" aria-label={label || response} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, title, kind }) => (
                <th key={key} scope="col" className={isFigure(kind) ? 'r' : undefined}>
                  {t(title)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row, at) => {
              const to = row_links[at] ?? null
              return (
                <tr key={at} data-opens={to !== null || undefined} onClick={() => to !== null && void go(to)}>
                  {columns.map(({ key, kind }, column) => {
                    const text = cellText(kind, row[key])
                    return (
                      <td key={key} className={`num${isFigure(kind) ? ' r' : ''}`} data-kind={kind}>
                        {to !== null && column === 0 ? (
                          <Link className="link" to={to} onClick={(event) => event.stopPropagation()}>
                            {text}
                          </Link>
                        ) : (
                          text
                        )}
                      </td>
                    )
                  })}
                </tr>
              )
            })}
          </tbody>
        </table>
      </div>
      {rows.length > FEW && (
        <Button className="answer-more" size="compact-sm" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {{n}}', { n: number(rows.length) })}
        </Button>
      )}
      {is_cut && <p className="small t3 num">{t('There are more; these are the first {{n}}.', { n: number(rows.length) })}</p>}
    </>
  )
}
