import { IconClock, IconWifi, IconWifiOff } from '@tabler/icons-react'
import { useEffect, useState } from 'react'
import { connection } from '../calls/connection-state.ts'
import { dateTime, time } from '../text/format.ts'
import { t } from '../i18n.ts'
import { live } from '../calls/live.ts'
import { clockOffset } from '../state/clinic-clock.ts'
import { useStore } from '../state/store.ts'
import { Status } from '../ui/status.tsx'

/** The time of day, again every second while shown. */
const useNow = () => {
  const [now, setNow] = useState(() => Date.now())
  // The clock is outside React.
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [])
  return now
}

const Ago = ({ since }: { since: number }) => {
  const seconds = Math.max(0, Math.round((useNow() - since) / 1000))
  return t('Live, {n} s ago', { n: seconds })
}

/** How fresh what is shown is. */
export const ConnectionState = () => {
  const { state, heardAt } = useStore(live)
  const { isLost } = useStore(connection)
  if (isLost || state === 'lost')
    return (
      <Status tone="attention" icon={IconWifiOff}>
        {t('Not live')}
      </Status>
    )
  if (state === 'connecting')
    return (
      <Status tone="inactive" icon={IconWifi}>
        {t('Connecting')}
      </Status>
    )
  return (
    <span title={dateTime(heardAt + clockOffset.get())}>
      <Status tone="inactive" icon={IconWifi}>
        <Ago since={heardAt} />
      </Status>
    </span>
  )
}

/** The quiet bar of a lost connection: how old the screen is, and what waits to go out; or of a server that takes long. */
export const LineLost = () => {
  const { isLost, heardAt, waiting, slow } = useStore(connection)
  const { heardAt: newsAt } = useStore(live)
  if (!isLost && slow === 0) return null
  return (
    <div className="line-lost" role="status">
      {isLost ? <IconWifiOff size={16} stroke={1.75} aria-hidden /> : <IconClock size={16} stroke={1.75} aria-hidden />}
      <span>
        {isLost
          ? t('Connection lost. Data shown is from {time}.', { time: time(Math.max(heardAt, newsAt) + clockOffset.get()) })
          : t('The server is slow to respond. Your entries are kept.')}
        {isLost &&
          waiting > 0 &&
          ` ${t('{count, plural, one {# change waiting for a connection} other {# changes waiting for a connection}}', { count: waiting })}`}
      </span>
    </div>
  )
}
