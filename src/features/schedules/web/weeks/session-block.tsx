import { IconRepeat, IconUsers, IconWorldOff } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { rhythmWord, slotCount } from '../schedule-labels.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'

/** What is to be known of a session beside its times. */
export const SessionNotes = ({ session }: { session: SessionOnScreen }) => {
  const { room_name, item_name, slot_minutes, capacity, overbook, is_public, every_weeks } = session
  return (
    <>
      {(room_name ?? item_name) !== null && <span className="clip">{[room_name, item_name].filter(Boolean).join(' · ')}</span>}
      <span className="clip t3">
        {slotCount(session)} × {t('{n} min', { n: slot_minutes })}
      </span>
      {(capacity > 1 || overbook > 0) && (
        <span className="in-row t3 min-w-0 gap-2">
          <IconUsers size={12} aria-hidden />
          <span className="clip">
            {t('{n} at a time', { n: capacity })}
            {overbook > 0 && ` + ${overbook}`}
          </span>
        </span>
      )}
      {every_weeks > 1 && (
        <span className="in-row t3 min-w-0 gap-2">
          <IconRepeat size={12} aria-hidden />
          <span className="clip">{rhythmWord(every_weeks)}</span>
        </span>
      )}
      {!is_public && (
        <span className="in-row t3 min-w-0 gap-2">
          <IconWorldOff size={12} aria-hidden />
          <span className="clip">{t('Desk only')}</span>
        </span>
      )}
    </>
  )
}
