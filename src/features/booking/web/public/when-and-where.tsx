import { dataLanguage, longDay, time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { wallTimeOf } from '#shared/zoned.ts'
import type { Booking } from './calls.ts'
import { Fact, phoneLink } from './page-blocks.tsx'
import styles from '../pickers.module.css'

/** Day and time in words, by the clinic's clock, with whom, and where. */
export const WhenAndWhere = ({ booking: { clinic, time_zone, appointment_date_time: start, item, doctor } }: { booking: Booking }) => (
  <div className={styles.stack}>
    <p className="when">
      {longDay(wallTimeOf(new Date(start), time_zone).day)}
      <br />
      {t('at {time}', { time: time(start) })}
    </p>
    <ul className="facts">
      {item && <Fact label={t('Service')} value={<span lang={dataLanguage()}>{item}</span>} />}
      {doctor && <Fact label={t('Doctor')} value={doctor} />}
      <Fact
        label={t('Where')}
        value={
          <>
            {clinic.name}
            {clinic.address && (
              <>
                <br />
                {clinic.address}
              </>
            )}
          </>
        }
      />
      {clinic.phone && (
        <Fact
          label={t('Phone')}
          value={
            <a className="phone num" href={phoneLink(clinic.phone)}>
              {clinic.phone}
            </a>
          }
        />
      )}
    </ul>
  </div>
)
