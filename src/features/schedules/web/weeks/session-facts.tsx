import { today } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { rhythmWord, slotCount, timesOf, validityOf, weekdayWord } from '../schedule-words.ts'
import type { SessionOnScreen } from '../use-week-plan.ts'

/** A session in words, for those who may only look. */
export const SessionFacts = ({ session }: { session: SessionOnScreen }) => {
  const facts = [
    [t('Doctor'), session.doctor_name],
    [t('When'), `${weekdayWord(session.weekday)} ${timesOf(session)}`],
    [t('How often'), [rhythmWord(session.every_weeks), validityOf(session, today())].filter(Boolean).join(', ')],
    [t('Slots'), `${slotCount(session)} × ${t('{{n}} min', { n: session.slot_minutes })}`],
    [t('Patients at the same time'), session.capacity],
    [t('Overbooking'), session.overbook],
    [t('Room'), session.room_name ?? t('No room')],
    [t('Service'), session.item_name ?? t('Every service')],
    [t('The public may book in it'), session.is_public ? t('Yes') : t('No')],
    [t('Held on holidays too'), session.on_holidays ? t('Yes') : t('No')],
  ] as const
  return (
    <dl className="facts num">
      {facts.map(([name, value]) => (
        <div className="fact" key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
