import { Link } from 'react-router'
import { t } from '#web/i18n.ts'
import { useRights } from '#web/session/rights.ts'
import { Note } from '#web/ui/status.tsx'
import { getEndOfDay } from '../contract.ts'

/** How many visits were left open on earlier days, with the way to where they are closed. */
export const LeftOpenNote = ({ count }: { count: number }) => {
  const { can } = useRights()
  return (
    <Note tone="inactive">
      {t('Open visits from earlier days: {n}', { n: count })}
      {can(getEndOfDay) && (
        <>
          {' · '}
          <Link to="/dashboard/end-of-day">{t('End of day')}</Link>
        </>
      )}
    </Note>
  )
}
