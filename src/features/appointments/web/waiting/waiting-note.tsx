import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { query } from '#web/calls/api.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { listFitting } from '../waiting-calls.ts'

/** Says of an appointment that leaves its place who on the waiting list would fit it; nothing when there is nobody. */
export const WaitingNote = ({ appointment }: { appointment: number }) => {
  const { data = [] } = useQuery(query(listFitting, { query: { appointment } }))
  return (
    data.length > 0 && (
      <Note tone="waiting">
        <span className="row wrap">
          <span className="grow">{t('{{count}} people wait for such a time.', { count: data.length })}</span>
          <Button size="compact-sm" component={Link} to={`/dashboard/appointments/waiting?fits=${appointment}`}>
            {t('Show them')}
          </Button>
        </span>
      </Note>
    )
  )
}
