import { Button } from '@mantine/core'
import { IconCalendarPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import { Empty, Failed, Loading, Stale } from '#web/ui/four-states.tsx'
import type { Plan } from './plan.ts'

interface Props {
  of: { error: unknown; dataUpdatedAt: number; refetch: () => unknown }
  plan: Plan | undefined
  isPhone: boolean
  onBook?: (() => void) | undefined
  children: ReactNode
}

const COLUMNS = [0, 1, 2, 3, 4, 5]

/** Columns and blocks of the size of what is coming. */
const GridLoading = () => (
  <div className="cal-scroll cal-waiting" role="status" aria-label={t('Loading')}>
    {COLUMNS.map((column) => (
      <div key={column} className="form-stack">
        <div className="skeleton" style={{ height: 28 }} />
        {[0, 1, 2, 3].map((row) => (
          <div
            key={row}
            className="skeleton"
            style={{ height: 40 + ((row + column) % 3) * 24, marginTop: ((row * 3 + column) % 4) * 18 }}
          />
        ))}
      </div>
    ))}
  </div>
)

/** Loading, error, nobody to show, or the calendar. */
export const CalendarState = ({ of: { error, dataUpdatedAt, refetch }, plan, isPhone, onBook, children }: Props) => {
  if (!plan) {
    if (error) return <Failed error={error} retry={() => void refetch()} title={t('The calendar could not be loaded')} />
    return isPhone ? <Loading rows={8} height={56} /> : <GridLoading />
  }
  return (
    <>
      <Stale error={error} from={dataUpdatedAt} />
      {plan.resources.length === 0 && !isPhone ? (
        <Empty
          icon={IconCalendarPlus}
          title={plan.side === 'doctor' ? t('No doctor has sessions or appointments then') : t('No room is used then')}
          action={onBook && <Button onClick={onBook}>{t('Book appointment')}</Button>}
        >
          {t('Sessions of doctors, and whatever is booked, stand here by the hour.')}
        </Empty>
      ) : (
        children
      )}
    </>
  )
}
