import { t } from '#web/i18n.ts'
import { Status } from '#web/ui/status.tsx'
import { statusLook } from '../appointment-status.tsx'
import { appointmentStatuses } from '../calendar-calls.ts'

/** What colours and grounds mean, in words; a month does not count what was cancelled. */
export const Legend = ({ isGrid, isMonth }: { isGrid: boolean; isMonth: boolean }) => (
  <footer className="cal-legend small" aria-label={t('Legend')}>
    {appointmentStatuses
      .filter((one) => !isMonth || one !== 'cancelled')
      .map((one) => {
        const { tone, icon, word } = statusLook(one)
        return (
          <Status key={one} tone={tone} icon={icon}>
            {word}
          </Status>
        )
      })}
    {isGrid && (
      <>
        <span className="cal-key" data-ground="open">
          {t('Free')}
        </span>
        <span className="cal-key" data-ground="closed">
          {t('Outside sessions')}
        </span>
        <span className="cal-key" data-ground="off">
          {t('Leave or holiday')}
        </span>
        <span className="cal-key" data-ground="over">
          {t('Squeezed in')}
        </span>
      </>
    )}
  </footer>
)
