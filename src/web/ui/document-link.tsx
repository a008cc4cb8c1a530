import { IconFileText } from '@tabler/icons-react'
import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'

/** Leads to the document that something was taken from; nothing for what somebody typed. */
export const DocumentLink = ({ patient, document }: { patient: number; document: number | null }) => {
  const { allowed } = useRights()
  if (document === null) return null
  const sign = <IconFileText size={14} stroke={1.75} role="img" aria-label={t('From a document')} />
  if (!allowed('records.view')) return <span title={t('From a document')}>{sign}</span>
  return (
    <Link className="link" to={`/dashboard/patients/${patient}/records/${document}`} title={t('From a document')}>
      {sign}
    </Link>
  )
}
