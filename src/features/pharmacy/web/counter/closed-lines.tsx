import { Button } from '@mantine/core'
import { Link } from 'react-router'
import { quantityWords } from '#features/prescriptions/web/drug-name.tsx'
import { LineState } from '#features/prescriptions/web/prescription-status.tsx'
import { call } from '#web/calls/api.ts'
import { dateTime, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useDeed } from '#web/calls/use-deed.ts'
import { reopenLine } from '#features/pharmacy/contract.ts'
import type { CounterLine } from './counter-types.ts'
import { QUEUE } from './use-next.ts'

const Given = ({ of: line }: { of: CounterLine }) => (
  <span className="small t2 num">
    {line.given.map(({ dispense, number: name, item_name, units, returned, at, by_name }) => (
      <span key={`${dispense}${item_name}`} className="ct-given" title={dateTime(at)}>
        {quantityWords(String(units), item_name === line.item_name ? line.unit : null)}
        {item_name !== line.item_name && ` ${item_name}`}
        {returned > 0 && ` (${t('{{n}} came back', { n: returned })})`} ·{' '}
        <Link className="link" to={`${QUEUE}/dispenses/${dispense}`}>
          {name}
        </Link>{' '}
        · {by_name} · {time(at)}
      </span>
    ))}
  </span>
)

const Closed = ({ of: line, mayReopen }: { of: CounterLine; mayReopen: boolean }) => {
  const { run, isRunning } = useDeed()
  const isRefused = line.refused_at !== null && line.cancelled_at === null
  return (
    <li className="ct-closed">
      <div className="grow">
        <span className="row wrap">
          <b data-off={line.cancelled_at !== null || undefined}>{line.item_name}</b>
          <LineState of={line} />
        </span>
        <Given of={line} />
        {isRefused && <span className="small t2">{[line.refuse_reason, line.refused_by_name].filter(Boolean).join(' · ')}</span>}
        {line.cancel_reason !== null && (
          <span className="small t3">{[line.cancel_reason, line.cancelled_by_name].filter(Boolean).join(' · ')}</span>
        )}
      </div>
      {isRefused && mayReopen && (
        <Button
          loading={isRunning}
          aria-label={`${t('Take the refusal back')}: ${line.item_name}`}
          onClick={() =>
            run(
              () => call(reopenLine, { params: { id: line.id }, body: { version: line.version } }),
              t('{{item}} waits again.', { item: line.item_name }),
            )
          }
        >
          {t('Take the refusal back')}
        </Button>
      )}
    </li>
  )
}

/** Lines of which nothing more is handed out: what went over the counter, what was refused and why, what was cancelled. */
export const ClosedLines = ({ of: lines, mayReopen }: { of: readonly CounterLine[]; mayReopen: boolean }) =>
  lines.length > 0 && (
    <section className="section ct-closed-lines" aria-label={t('Done with')}>
      <h2>{t('Done with')}</h2>
      <ul>
        {lines.map((line) => (
          <Closed key={line.id} of={line} mayReopen={mayReopen} />
        ))}
      </ul>
    </section>
  )
