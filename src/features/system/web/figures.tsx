import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ResponseOf } from '#shared/endpoint.ts'
import { query } from '#web/calls/api.ts'
import { copyText } from '#web/devices/copy-text.ts'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { FourStates } from '#web/ui/four-states.tsx'
import { getSystemFigures } from '../contract.ts'
import styles from './system.module.css'

type Cost = ResponseOf<typeof getSystemFigures>['statements'][number]

const ms = (value: number) => number(value, value < 10 ? 1 : 0)
const copy = (text: string) =>
  copyText(text).then(
    () => toast.done(t('Copied')),
    (error: unknown) => toast.failed(error),
  )

const Row = ({ cost: { text, calls, failed, mean_ms, p95_ms, max_ms, share } }: { cost: Cost }) => (
  <tr>
    <th scope="row" className="names">
      {text === '' ? (
        <span className="t3">{t('All others')}</span>
      ) : (
        <code className={`clipped break-anywhere text-s ${styles.text}`} title={text}>
          {text}
        </code>
      )}
    </th>
    <td className="r num">{number(share * 100, 1)} %</td>
    <td className="r num not-phone">{number(calls)}</td>
    <td className="r num not-phone">{ms(mean_ms)}</td>
    <td className="r num">{ms(p95_ms)}</td>
    <td className="r num not-phone">{ms(max_ms)}</td>
    <td className="r num not-phone">{number(failed)}</td>
    <td className="r not-phone">
      {text !== '' && (
        <Button size="compact-sm" onClick={() => void copy(text)}>
          {t('Copy')}
        </Button>
      )}
    </td>
  </tr>
)

const Costs = ({ title, what, costs }: { title: string; what: string; costs: readonly Cost[] }) => (
  <>
    <p>{what}</p>
    <div className="table-box" role="region" tabIndex={-1} aria-label={title}>
      <table className="k-table">
        <thead>
          <tr>
            <th scope="col">{title}</th>
            <th scope="col" className="r">
              {t('Share of time')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Frequency')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Average, ms')}
            </th>
            <th scope="col" className="r">
              {t('95th percentile, ms')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Maximum, ms')}
            </th>
            <th scope="col" className="r not-phone">
              {t('Failed')}
            </th>
            <th scope="col" className="not-phone">
              <span className="only-heard">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {costs.map((cost) => (
            <Row key={cost.text} cost={cost} />
          ))}
        </tbody>
      </table>
    </div>
  </>
)

/** What took the most time in the last week: requests by route, and statements to the database. */
export const Figures = () => (
  <FourStates query={useQuery(query(getSystemFigures))}>
    {({ statements, requests }) => (
      <div className={`form-stack whole-tables roomy-tables ${styles.system}`}>
        <Costs
          title={t('Requests')}
          what={t('Requests of screens in the last seven days, by total time. A slow screen shows a high figure under “95th percentile”.')}
          costs={requests}
        />
        <Costs
          title={t('Statements')}
          what={t(
            'Database statements. They contain no patient data: each value is shown as ?. If the clinic is slow, support needs the first ones. Figures are updated every minute.',
          )}
          costs={statements}
        />
      </div>
    )}
  </FourStates>
)
