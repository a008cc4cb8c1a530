import { Button } from '@mantine/core'
import { IconPhone } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import type { Place } from './calls.ts'

/** The clinic's telephone, to be touched; nothing where it has none. */
export const CallClinic = ({ clinic: { phone } }: Pick<Place, 'clinic'>) =>
  phone === null ? null : (
    <Button component="a" href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`} leftSection={<IconPhone size={18} aria-hidden />}>
      {t('Call {phone}', { phone })}
    </Button>
  )

/** Says that nothing can be booked here, and how else. */
export const Closed = ({ place }: { place: Place }) => (
  <>
    <h2 className="size-2xl strong">{t('Online booking is closed')}</h2>
    <Note tone="attention">
      {place.clinic.phone ? t('Please call the clinic to make an appointment.') : t('Please come to the clinic to make an appointment.')}
    </Note>
    <CallClinic clinic={place.clinic} />
  </>
)
