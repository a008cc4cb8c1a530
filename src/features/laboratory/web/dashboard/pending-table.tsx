import { Link } from 'react-router'
import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import type { Dashboard } from './dashboard-types.ts'

type Row = Dashboard['pending'][number]
const ages = ['under_1h', 'under_4h', 'under_24h', 'older'] as const
const ageWord = (age: (typeof ages)[number]) =>
  ({ under_1h: t('under 1 h'), under_4h: t('1 to 4 h'), under_24h: t('4 to 24 h'), older: t('over a day') })[age]
const stateWord = (state: Row['state']) =>
  ({ 'to collect': t('To collect'), 'to receive': t('To receive'), 'to do': t('To do'), 'to approve': t('To approve') })[state]
const roomOf: Record<Row['state'], string> = {
  'to collect': 'collect',
  'to receive': 'collect?show=receive',
  'to do': 'worklist',
  'to approve': 'approve',
}
const sumOf = (row: Row) => ages.reduce((sum, age) => sum + row[age], 0)

/** What waits, by how long: a bar for each state, as long as its share of the greatest, with its figures. */
export const PendingTable = ({ of }: { of: readonly Row[] }) => {
  const most = Math.max(1, ...of.map(sumOf))
  return (
    <table className="k-table dash-pending" aria-label={t('Waiting, by age')}>
      <colgroup>
        <col style={{ width: 124 }} />
        <col />
        {ages.map((age) => (
          <col key={age} style={{ width: 100 }} />
        ))}
      </colgroup>
      <thead>
        <tr>
          <th scope="col">{t('State')}</th>
          <th scope="col" aria-label={t('Share')} />
          {ages.map((age) => (
            <th key={age} scope="col" className="r">
              <span className="dash-age" data-age={age} aria-hidden />
              {ageWord(age)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {of.map((row) => (
          <tr key={row.state}>
            <th scope="row">
              <Link className="link" to={`/dashboard/laboratory/${roomOf[row.state]}`}>
                {stateWord(row.state)}
              </Link>
            </th>
            <td>
              <span className="dash-bar" style={{ width: `${(sumOf(row) / most) * 100}%` }} aria-hidden>
                {ages.map((age) => row[age] > 0 && <i key={age} className="dash-age" data-age={age} style={{ flex: row[age] }} />)}
              </span>
            </td>
            {ages.map((age) => (
              <td key={age} className="r" data-none={row[age] === 0 || undefined}>
                {number(row[age])}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
