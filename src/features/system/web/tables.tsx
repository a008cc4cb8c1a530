import type { ResponseOf } from '#shared/endpoint.ts'
import { sizeOf } from '#web/text/byte-size.ts'
import { ago, dateTime, number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import type { getSystem } from '../contract.ts'

type Table = ResponseOf<typeof getSystem>['tables'][number]

/** So many dead rows, and more than half as many as live ones, say that nobody cleans up. */
const isNeglected = ({ rows, dead_rows }: Table) => dead_rows > 10_000 && dead_rows > rows / 2

/** The largest tables of the database, and whether they are cleaned up. */
export const Tables = ({ tables }: { tables: readonly Table[] }) => (
  <div className="table-box" role="region" tabIndex={-1} aria-label={t('Largest tables')}>
    <table className="k-table">
      <thead>
        <tr>
          <th scope="col">{t('Largest tables')}</th>
          <th scope="col" className="r">
            {t('Size')}
          </th>
          <th scope="col" className="r">
            {t('Rows')}
          </th>
          <th scope="col" className="r">
            {t('Dead rows')}
          </th>
          <th scope="col" className="not-phone">
            {t('Vacuumed')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tables.map((table) => (
          <tr key={table.name}>
            <th scope="row" className="names">
              {table.name}
            </th>
            <td className="r num">{sizeOf(table.bytes)}</td>
            <td className="r num">{number(table.rows)}</td>
            <td className="r num">
              {isNeglected(table) ? <Status tone="attention">{number(table.dead_rows)}</Status> : number(table.dead_rows)}
            </td>
            <td className="not-phone num" title={table.vacuumed_at ? dateTime(table.vacuumed_at) : undefined}>
              {table.vacuumed_at ? ago(table.vacuumed_at) : t('Not yet')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </div>
)
