import { number } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { ImportReport } from '#shared/csv.ts'

/** What an import would do, or why it cannot: counts, and each broken row with its column. */
export const ReportView = ({ report: { rows, added, changed, unchanged, errors, error_count } }: { report: ImportReport }) => {
  const counts = [
    [t('Rows'), rows],
    [t('Added'), added],
    [t('Changed'), changed],
    [t('Unchanged'), unchanged],
  ] as const
  if (error_count === 0)
    return (
      <>
        <dl className="import-counts" aria-label={t('What the import would do')}>
          {counts.map(([name, count]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd className="num">{number(count)}</dd>
            </div>
          ))}
        </dl>
        <Note tone={added + changed > 0 ? 'done' : 'inactive'}>
          {added + changed > 0
            ? t('The file is in order. Nothing is changed until you import it.')
            : t('Everything in the file is there already.')}
        </Note>
      </>
    )
  return (
    <>
      <Note tone="attention" alert>
        {t('{{n}} errors. Nothing is imported while there is one.', { count: error_count, n: number(error_count) })}
        {error_count > errors.length && ` ${t('The first {{n}} are shown.', { n: number(errors.length) })}`}
      </Note>
      <div className="table-box import-errors" role="region" aria-label={t('Errors in the file')}>
        <table className="k-table">
          <colgroup>
            <col style={{ width: 72 }} />
            <col style={{ width: 120 }} />
            <col />
          </colgroup>
          <thead>
            <tr>
              <th scope="col" className="r">
                {t('Row')}
              </th>
              <th scope="col">{t('Column')}</th>
              <th scope="col">{t('What is wrong')}</th>
            </tr>
          </thead>
          <tbody>
            {errors.map(({ row, field, message }) => (
              <tr key={`${row}-${field}-${message}`}>
                <td className="r">{number(row)}</td>
                <td>{field}</td>
                <td>{t(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}
