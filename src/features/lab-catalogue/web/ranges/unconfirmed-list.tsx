import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconCheck, IconCircleCheck } from '@tabler/icons-react'
import { Link } from 'react-router'
import type { ResponseOf } from '#shared/endpoint.ts'
import { unitText } from '#features/lab-catalogue/rules.ts'
import { confirmRanges, listUnconfirmedRanges, type SentRange } from '#features/lab-catalogue/contract-ranges.ts'
import { call, query } from '#web/calls/api.ts'
import { useAction } from '#web/calls/use-action.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Empty, FourStates, Loading } from '#web/ui/four-states.tsx'
import { Note } from '#web/ui/status.tsx'
import { agesText, criticalText, limitsText, whoText } from './range-labels.ts'
import styles from '../lab-catalogue.module.css'

type Unconfirmed = ResponseOf<typeof listUnconfirmedRanges>[number]

const Row = ({ range, onConfirm }: { range: SentRange; onConfirm: (() => void) | undefined }) => {
  const who = `${whoText(range)}, ${agesText(range.age_from_days, range.age_to_days)}`
  return (
    <tr>
      <th scope="row">{who}</th>
      <td className="r strong" data-title={t('Normal')}>
        {limitsText(range.low, range.high) || range.text || <span className="t3">{t('No reference')}</span>}
      </td>
      <td className="r" data-title={t('Critical')}>
        {criticalText(range.low_critical, range.high_critical) || <span className="t3">–</span>}
      </td>
      <td className={`t2 small text-wraps ${styles.source}`} data-title={t('Source')}>
        {range.source || t('No source given')}
      </td>
      {onConfirm && (
        <td className="r">
          <Button aria-label={t('Confirm: {range}', { range: who })} onClick={onConfirm}>
            {t('Confirm')}
          </Button>
        </td>
      )}
    </tr>
  )
}

const Test = ({ test }: { test: Unconfirmed }) => {
  const { can } = useRights()
  const { run, isRunning } = useAction()
  const { panel, name, code, unit, ranges } = test
  const confirm = (chosen: readonly SentRange[]) =>
    run(
      () => call(confirmRanges, { params: { id: panel }, body: { ranges: chosen.map(({ id, version }) => ({ id, version })) } }),
      t('{count, plural, one {{n} range of {test} confirmed.} other {{n} ranges of {test} confirmed.}}', {
        n: number(chosen.length),
        count: chosen.length,
        test: name,
      }),
    )
  const mayConfirm = can(confirmRanges)
  return (
    <details className="panel">
      <summary className="panel-head">
        <span className="grow">
          <b>{name}</b> <span className="t3">{code}</span>
        </span>
        <span className="t2 num">
          {t('{count, plural, one {{n} range} other {{n} ranges}}', { n: number(ranges.length), count: ranges.length })}
        </span>
      </summary>
      <p className={`row wrap ${styles.unconfirmedActions}`}>
        <Link className="link grow" to={`/dashboard/laboratory/catalogue/panels/${panel}`}>
          {t('Open test')}
        </Link>
        {mayConfirm && (
          <Button leftSection={<IconCheck size={16} aria-hidden />} variant="filled" loading={isRunning} onClick={() => confirm(ranges)}>
            {t('Confirm all ranges of {test}', { test: name })}
          </Button>
        )}
      </p>
      <div
        className={`table-box min-h-0 card-rows ${styles.toConfirm}`}
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls
        tabIndex={0}
        role="region"
        aria-label={t('Reference ranges of {test}', { test: name })}
      >
        <table className="k-table num">
          <thead>
            <tr>
              <th scope="col">{t('Applies to')}</th>
              <th scope="col" className="r">
                {[t('Normal'), unitText(unit)].filter(Boolean).join(', ')}
              </th>
              <th scope="col" className="r">
                {t('Critical')}
              </th>
              <th scope="col">{t('Source')}</th>
              {mayConfirm && (
                <th scope="col">
                  <span className="only-heard">{t('Actions')}</span>
                </th>
              )}
            </tr>
          </thead>
          <tbody>
            {ranges.map((range) => (
              <Row key={range.id} range={range} onConfirm={mayConfirm ? () => confirm([range]) : undefined} />
            ))}
          </tbody>
        </table>
      </div>
    </details>
  )
}

/** The ranges that nobody of the laboratory confirmed, by test: each with its source, to be confirmed one by one or all of a test. */
export const UnconfirmedList = () => {
  const asked = useQuery(query(listUnconfirmedRanges, { query: {} }))
  return (
    <FourStates
      query={asked}
      loading={<Loading rows={10} height={28} />}
      isEmpty={(tests) => tests.length === 0}
      empty={<Empty icon={IconCircleCheck} title={t('All reference ranges are confirmed')} />}
    >
      {(tests) => (
        <div className="form-stack">
          <Note tone="attention">
            {t(
              'These ranges came with the software. They already flag results, marked as not confirmed. Compare them with your methods and your patients, then confirm them.',
            )}
          </Note>
          {tests.map((test) => (
            <Test key={test.panel} test={test} />
          ))}
        </div>
      )}
    </FourStates>
  )
}
