import { ActionIcon } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { memo, useId, type KeyboardEvent } from 'react'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { Line, LineBox, LineColumn, LineNote } from './line-types.ts'
import styles from './lines.module.css'

/** What boxes and rows tell the editor; the same object for as long as it lives. */
export interface RowHands<L extends Line> {
  write: (key: string, box: LineBox<L>, typed: string) => void
  settle: (key: string, box: LineBox<L>) => void
  remove: (key: string) => void
  /** A key pressed in a box. */
  press: (event: KeyboardEvent<HTMLElement>, key: string, box: string) => void
}

interface BoxProps<L extends Line> {
  line: L
  column: LineColumn<L>
  box: LineBox<L>
  path: string
  isBroken: boolean
  describedBy: string | undefined
  hands: RowHands<L>
}

/** What no number is written with: a scan that went astray, or a slip of the hand. */
const STRANGE = /[\p{L}\]]/u

const Fixed = ({ text }: { text: string | undefined }) => <span className="line-text clip">{text || <span className="t3">–</span>}</span>

const Box = <L extends Line>({ line, column, box, path, isBroken, describedBy, hands }: BoxProps<L>) => {
  const { Choices } = box
  const value = box.value(line)
  const isOff = box.isOff?.(line) ?? false
  const shared = {
    className: `line-box num${column.align === 'end' ? ' r' : ''}`,
    'aria-label': `${column.title}: ${line.name}`,
    'aria-invalid': isBroken || undefined,
    'aria-describedby': isBroken ? describedBy : undefined,
    'data-box': column.key,
    'data-path': path,
    value,
    onKeyDown: (event: KeyboardEvent<HTMLElement>) => hands.press(event, line.key, column.key),
  }
  if (Choices)
    return (
      <Choices line={line}>
        {(choices) =>
          isOff || choices.length < 2 ? (
            <Fixed text={choices.find((choice) => choice.value === value)?.label} />
          ) : (
            <select {...shared} onChange={(event) => hands.write(line.key, box, event.currentTarget.value)}>
              {choices.map((choice) => (
                <option key={choice.value} value={choice.value}>
                  {choice.label}
                </option>
              ))}
            </select>
          )
        }
      </Choices>
    )
  if (isOff) return <Fixed text={value} />
  return (
    <input
      {...shared}
      inputMode={box.mode ?? 'text'}
      autoComplete="off"
      maxLength={box.maxLength ?? 20}
      placeholder={box.placeholder?.(line)}
      onChange={({ currentTarget: { value: typed } }) => {
        const isNumber = box.mode === 'numeric' || box.mode === 'decimal'
        if (!isNumber || !STRANGE.test(typed)) hands.write(line.key, box, typed)
      }}
      onFocus={(event) => event.currentTarget.select()}
      onBlur={() => hands.settle(line.key, box)}
    />
  )
}

export interface RowProps<L extends Line> {
  line: L
  /** Its place among the lines that are shown, and among those that are sent. */
  at: number
  path: string | null
  columns: readonly LineColumn<L>[]
  /** By field of the row. */
  errors: Readonly<Record<string, string>> | undefined
  notes: readonly LineNote[]
  mayRemove: boolean
  /** It was taken in last. */
  isLit: boolean
  hands: RowHands<L>
}

const fieldOf = <L extends Line>({ key, box }: LineColumn<L>) => box?.path ?? key

const Row = <L extends Line>({ line, at, path, columns, errors, notes, mayRemove, isLit, hands }: RowProps<L>) => {
  const notesId = useId()
  const words = Object.entries(errors ?? {}).map(([field, text]) => {
    const title = columns.find((column) => fieldOf(column) === field)?.title
    return title === undefined ? text : `${title}: ${text}`
  })
  return (
    <tr data-line={line.key} data-lit={isLit || undefined} data-path={path === null ? undefined : `${path}.item`} tabIndex={-1}>
      <td className={`${styles.lineAt} num t3`}>{at + 1}</td>
      <th scope="row" className="line-name names">
        <span className="strong">{line.name}</span> <span className="small t3">{[line.code, line.unit].filter(Boolean).join(' · ')}</span>
        {(words.length > 0 || notes.length > 0) && (
          <span className="line-notes" id={notesId}>
            {words.map((text) => (
              <Status key={text} tone="critical">
                {text}
              </Status>
            ))}
            {notes.map(({ tone, text }) => (
              <Status key={text} tone={tone}>
                {text}
              </Status>
            ))}
          </span>
        )}
      </th>
      {columns.map((column) => (
        <td
          key={column.key}
          className={`${column.align === 'end' ? 'r' : ''}${column.onlyWide ? ` ${styles.onlyWide}` : ''}`}
          data-label={column.title}
          data-typed={column.box ? true : undefined}
        >
          {column.box ? (
            <Box
              line={line}
              column={column}
              box={column.box}
              path={path === null ? '' : `${path}.${fieldOf(column)}`}
              isBroken={errors?.[fieldOf(column)] !== undefined}
              describedBy={notesId}
              hands={hands}
            />
          ) : (
            column.render?.(line)
          )}
        </td>
      ))}
      {mayRemove && (
        <td className={`${styles.lineRemove} no-print`}>
          <ActionIcon size={28} tabIndex={-1} aria-label={t('Remove {name}', { name: line.name })} onClick={() => hands.remove(line.key)}>
            <IconTrash size={16} stroke={1.5} aria-hidden />
          </ActionIcon>
        </td>
      )}
    </tr>
  )
}

const isSameMessage = (a: readonly LineNote[], b: readonly LineNote[]) =>
  a.length === b.length && a.every((note, at) => note.text === b[at]?.text && note.tone === b[at].tone)
const isSame = <L extends Line>(a: RowProps<L>, b: RowProps<L>) =>
  a.line === b.line &&
  a.at === b.at &&
  a.path === b.path &&
  a.columns === b.columns &&
  a.errors === b.errors &&
  a.mayRemove === b.mayRemove &&
  a.isLit === b.isLit &&
  a.hands === b.hands &&
  isSameMessage(a.notes, b.notes)

/** A line of the editor, drawn again only when something of it has changed: two hundred of them stand on a page. */
export const LineRow = memo(Row, isSame) as typeof Row
