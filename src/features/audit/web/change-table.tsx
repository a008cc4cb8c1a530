import { t } from '#web/i18n.ts'
import { changedFields } from './change-words.ts'

/** What was changed, field by field; below it, folded, the same as it was recorded. */
export const ChangeTable = ({ action, change }: { action: string; change: unknown }) => {
  const fields = changedFields(action, change)
  if (fields.length === 0) return <p className="t2">{t('Nothing was changed by it.')}</p>
  const hasBefore = fields.some(({ before }) => before !== undefined)
  return (
    <>
      <table className="audit-change">
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            {hasBefore && <th scope="col">{t('Before')}</th>}
            <th scope="col">{hasBefore ? t('Afterwards') : t('Recorded')}</th>
          </tr>
        </thead>
        <tbody>
          {fields.map(({ label, before, after }, at) => (
            <tr key={`${at} ${label}`}>
              <th scope="row">{label}</th>
              {hasBefore && <td className="t2">{before}</td>}
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <details>
        <summary className="small t2">{t('As it was recorded')}</summary>
        <pre className="audit-raw small">{JSON.stringify(change, null, 2)}</pre>
      </details>
    </>
  )
}
