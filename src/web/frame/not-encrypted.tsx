import { IconLockOpen } from '@tabler/icons-react'
import { t } from '../i18n.ts'

/** Whether others on the network can read what goes over the line; what stays on this machine nobody reads. */
const isOpen = ({ protocol, hostname }: Location) =>
  protocol === 'http:' && !/^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)

/** The quiet bar of a clinic that is served by plain http to other machines. */
export const NotEncrypted = () =>
  isOpen(location) && (
    <div className="line-lost" role="note">
      <IconLockOpen size={16} stroke={1.75} aria-hidden />
      <span>{t('This connection is not encrypted: others on the network can read it.')}</span>
    </div>
  )
