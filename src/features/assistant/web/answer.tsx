import {
  IconArrowRight,
  IconCpu,
  IconEyeOff,
  IconHelpCircle,
  IconMessageQuestion,
  IconCopy,
  IconDownload,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { Message } from './chat-state.ts'
import { t } from '#web/i18n.ts'
import { ChoiceField } from '#web/ui/choice-field.tsx'
import { cellText, isFigure } from './cells.ts'
import { Chips } from './examples.tsx'
import { ActionIcon, Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { getMessageTable, type Visualization } from '../contract.ts'
import { tableTypes } from '#shared/table.ts'
import { download } from '#web/calls/api.ts'
import { dateTime, dayOf, time, today, number } from '#web/text/format.ts'
import { toast } from '#web/messages/toast.tsx'
import { answerText } from './answer-text.ts'
import { copyText } from '#web/devices/copy-text.ts'
import { BarChart } from '#web/ui/bar-chart.tsx'
import { LineChart } from '#web/ui/line-chart.tsx'
import { PieChart } from '#web/ui/pie-chart.tsx'
import { barsOf, linesOf, slicesOf } from './charts.ts'
import styles from './answer.module.css'

const FEW = 10

/** The rows of an answer; each opens the screen behind it. */
const AnswerTable = ({
  message: { structured_data: rows, columns, row_links, is_cut, response },
  label,
}: {
  message: Message
  label: string
}) => {
  const [isWhole, setWhole] = useState(false)
  const go = useNavigate()
  const shown = isWhole ? rows : rows.slice(0, FEW)
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls where it is wider than the screen */}
      <div className={`outlined round-l scroll-x top-cells ${styles.rows}`} role="region" aria-label={label || response} tabIndex={0}>
        <table>
          <thead>
            <tr>
              {columns.map(({ key, title, kind }) => (
                <th key={key} scope="col" className={`line-bottom pad-3-5 small nowrap t2 ${isFigure(kind) ? 'r' : ''}`}>
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
                    const className = `line-bottom pad-3-5 num${isFigure(kind) ? ' r' : ''}`
                    return column === 0 ? (
                      <th key={key} scope="row" className={className} data-kind={kind}>
                        {to === null ? (
                          text
                        ) : (
                          <Link className="link" to={to} onClick={(event) => event.stopPropagation()}>
                            {text}
                          </Link>
                        )}
                      </th>
                    ) : (
                      <td key={key} className={className} data-kind={kind}>
                        {text}
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
        <Button className="self-start" size="compact-sm" variant="subtle" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t('Show fewer') : t('Show all {n}', { n: number(rows.length) })}
        </Button>
      )}
      {is_cut && <p className="small t3 num">{t('Only the first {n} are shown.', { n: number(rows.length) })}</p>}
    </>
  )
}

type Drawn = Extract<Visualization, { type: 'bar' | 'line' | 'pie' }>

/** Whether there is anything to compare: one bar is a figure. */
const isDrawn = (reply: Message): Drawn | null => {
  const { visualization: how } = reply
  if (how?.type === 'bar') return barsOf(reply, how).bars.length > 1 ? how : null
  if (how?.type === 'pie') return slicesOf(reply, how).length > 1 ? how : null
  if (how?.type === 'line') return (linesOf(reply, how).series[0]?.points.length ?? 0) > 1 ? how : null
  return null
}

const kindOf = ({ columns }: Message, sought: string) => columns.find(({ key }) => key === sought)?.kind ?? 'number'
const titleOf = ({ columns }: Message, sought: string) => t(columns.find(({ key }) => key === sought)?.title ?? sought)

const Bars = ({ message, how }: { message: Message; how: Extract<Drawn, { type: 'bar' }> }) => {
  const go = useNavigate()
  const { kind, bars, rest } = barsOf(message, how)
  const opens = message.row_links.some((link) => link !== null)
  const open = (key: string) => {
    const to = message.row_links[Number(key)]
    if (to) void go(to)
  }
  return (
    <>
      {how.against !== undefined && (
        <p className="in-row wrap gap-3 small t2">
          <span className={`accent-ground ${styles.keyFill}`} aria-hidden /> {titleOf(message, how.y)}
          <span className={styles.keyLine} aria-hidden /> {titleOf(message, how.against)}
        </p>
      )}
      <BarChart label={how.title} kind={kind} bars={bars} onPick={opens ? open : undefined} />
      {rest > 0 && (
        <p className="small t3 num">
          {t('{count, plural, one {{n} more in the table.} other {{n} more in the table.}}', { count: rest, n: number(rest) })}
        </p>
      )}
    </>
  )
}

/** The rows of an answer as a picture. */
const AnswerChart = ({ message, how }: { message: Message; how: Drawn }) => {
  if (how.type === 'bar') return <Bars message={message} how={how} />
  if (how.type === 'line')
    return (
      <LineChart
        label={how.title}
        {...linesOf(message, how)}
        valueText={(value) => cellText(kindOf(message, how.y), String(value))}
        isFromZero={kindOf(message, how.y) !== 'number'}
      />
    )
  return (
    <PieChart label={how.title} slices={slicesOf(message, how)} sumText={(sum) => cellText(kindOf(message, how.values), String(sum))} />
  )
}

/** What can be done with an answer: its rows saved, its words copied, all of it deleted. */
const AnswerActions = ({ message, remove }: { message: Message; remove: () => void }) => {
  const { id, asked_at, question, status, structured_data } = message
  const saving = useMutation({
    mutationFn: () => download(getMessageTable, { params: { id } }, { accept: tableTypes.csv }),
    onError: toast.failed,
  })
  const copy = () =>
    copyText(answerText(message)).then(
      () => toast.done(t('Copied.')),
      () => toast.failed(t('Copying failed. Select the text and copy it.')),
    )
  return (
    <div className={`in-row wrap line-top gap-2 no-print pt-2 ${styles.foot}`}>
      {status === 'answered' && structured_data.length > 0 && (
        <Button
          size="compact-sm"
          variant="subtle"
          leftSection={<IconDownload size={16} aria-hidden />}
          loading={saving.isPending}
          onClick={() => saving.mutate()}
        >
          {t('Save as CSV')}
        </Button>
      )}
      {status === 'answered' && (
        <Button size="compact-sm" variant="subtle" leftSection={<IconCopy size={16} aria-hidden />} onClick={() => void copy()}>
          {t('Copy')}
        </Button>
      )}
      <span className="grow" />
      <time className="small t3 num" dateTime={asked_at} title={dateTime(asked_at)}>
        {today(asked_at) === today() ? time(asked_at) : dayOf(asked_at)}
      </time>
      <ActionIcon size={32} variant="subtle" aria-label={t('Delete “{question}”', { question })} title={t('Delete')} onClick={remove}>
        <IconTrash size={16} stroke={1.5} aria-hidden />
      </ActionIcon>
    </div>
  )
}

interface Props {
  message: Message
  /** Asks what was offered. */
  ask: (text: string) => void
  isBusy: boolean
  remove: () => void
}

const Figure = ({ message }: { message: Message }) => {
  const { visualization: how, structured_data, columns } = message
  if (how?.type !== 'number') return null
  const kind = columns.find(({ key }) => key === how.value)?.kind ?? 'number'
  return (
    <p className={`flow items-baseline gap-2-5 ${styles.figure} num`} data-part="answer-figure">
      <b>{cellText(kind, structured_data[0]?.[how.value], { withCurrency: true })}</b>
      <span className="t3">{how.title}</span>
    </p>
  )
}

/** The rows as they are best looked at; the table says the same as a picture. */
const Rows = ({ message }: { message: Message }) => {
  const [view, setView] = useState('chart')
  const { visualization: how, structured_data } = message
  const drawn = isDrawn(message)
  if (structured_data.length === 0 || how === null || how.type === 'number') return null
  return (
    <div className="stack gap-4">
      <div className="in-row gap-5">
        <h3 className="label grow">{how.title}</h3>
        {drawn && (
          <ChoiceField
            aria-label={t('Show as')}
            value={view}
            onChange={setView}
            data={[
              { value: 'chart', label: t('Chart') },
              { value: 'table', label: t('Table') },
            ]}
          />
        )}
      </div>
      {drawn && view === 'chart' ? <AnswerChart message={message} how={drawn} /> : <AnswerTable message={message} label={how.title} />}
    </div>
  )
}

const signs = { refused: IconMessageQuestion, unclear: IconHelpCircle, withheld: IconEyeOff, answered: null }

/** One answer: its text, figure, picture or table, what was counted, and the ways on from it. */
export const Answer = ({ message, ask, isBusy, remove }: Props) => {
  const { status, response, filter, links, suggestions } = message
  const Sign = signs[status]
  return (
    <div className={`panel stack gap-5 max-w-full ${styles.answer}`} data-part="answer" data-status={status}>
      <p className={`flex items-start break-anywhere as-typed gap-4 t3-icons text-l ${styles.text}`}>
        {Sign && <Sign size={18} stroke={1.5} aria-hidden />}
        <span>{response}</span>
      </p>
      {status === 'answered' && (
        <>
          <Figure message={message} />
          <Rows message={message} />
        </>
      )}
      {filter.length > 0 && (
        <div className={`${styles.filter} small`}>
          <h3 className="label">{t('Data counted')}</h3>
          <ul className="bare-list">
            {filter.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </div>
      )}
      {message.is_chosen_by_model && (
        <p className={`small t3 ${styles.model}`}>
          <IconCpu size={14} stroke={1.75} aria-hidden />
          {t('Chosen by the language model. The figures are the clinic’s own.')}
        </p>
      )}
      {links.length > 0 && (
        <p className={`row wrap gap-2-6 ${styles.links}`}>
          {links.map(({ label, to }) => (
            <Link key={to} className="link" to={to}>
              {t(label)}
              <IconArrowRight size={14} stroke={1.75} aria-hidden />
            </Link>
          ))}
        </p>
      )}
      {suggestions.length > 0 && (
        <Chips label={status === 'unclear' ? t('Did you mean') : t('You could ask')} texts={suggestions} isBusy={isBusy} ask={ask} />
      )}
      <AnswerActions message={message} remove={remove} />
    </div>
  )
}
