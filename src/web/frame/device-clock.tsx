import { IconClockExclamation } from '@tabler/icons-react'
import { clockOffset } from '../state/clinic-clock.ts'
import { useNow } from '../state/use-now.ts'
import { useStore } from '../state/store.ts'
import { dateTime } from '../text/format.ts'
import { t } from '../i18n.ts'

/** Says that this device's clock is wrong, by how much, and what its user sees. */
export const DeviceClock = () => {
  const offset = useStore(clockOffset)
  const now = useNow(10_000)
  return (
    <div className="line-lost" role="status">
      <IconClockExclamation size={16} stroke={1.75} aria-hidden />
      <span>
        {t(
          'The clock of this device is wrong: it shows {device}, the correct time is {server}. Times on this page are correct. Set the clock of the device.',
          {
            device: dateTime(now - offset),
            server: dateTime(now),
          },
        )}
      </span>
    </div>
  )
}
