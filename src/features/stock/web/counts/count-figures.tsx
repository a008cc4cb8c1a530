import { dateTime, money, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Sheet } from './sheet-rows.ts'
import stockStyles from '../stock.module.css'
import countsStyles from './counts.module.css'

/** How far a count is, and what it would change. */
export const CountFigures = ({ count }: { count: Sheet }) => {
  const { lines, counted, variances, variance_value, submitted_by_name, submitted_at, ended_by_name, ended_at, status, note } = count
  const share = lines === 0 ? 0 : Math.round((100 * counted) / lines)
  return (
    <>
      <dl className={`panel flow ${stockStyles.stockFigures} num`}>
        <div>
          <dt>{t('Counted')}</dt>
          <dd>{t('{{n}} of {{all}}', { n: number(counted), all: number(lines) })}</dd>
        </div>
        {variances !== null && (
          <div>
            <dt>{t('Variances')}</dt>
            <dd>{number(variances)}</dd>
          </div>
        )}
        {variance_value !== null && variances !== 0 && (
          <div>
            <dt>{t('Value of the variances')}</dt>
            <dd>{money(variance_value, { withCurrency: true })}</dd>
          </div>
        )}
        {variances === null && (
          <div>
            <dt>{t('Books')}</dt>
            <dd>{t('Blind')}</dd>
          </div>
        )}
        {submitted_at !== null && (
          <div>
            <dt>{t('Handed in')}</dt>
            <dd>
              {submitted_by_name} · {dateTime(submitted_at)}
            </dd>
          </div>
        )}
        {ended_at !== null && (
          <div>
            <dt>{status === 'posted' ? t('Approved') : t('Cancelled')}</dt>
            <dd>
              {ended_by_name} · {dateTime(ended_at)}
            </dd>
          </div>
        )}
        {note !== '' && (
          <div className={stockStyles.stockReason}>
            <dt>{t('Note')}</dt>
            <dd>{note}</dd>
          </div>
        )}
      </dl>
      {status === 'counting' && (
        <div
          className={countsStyles.progress}
          role="progressbar"
          aria-label={t('Counted')}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={share}
        >
          <div style={{ width: `${share}%` }} />
        </div>
      )}
    </>
  )
}
