import { Button } from '@mantine/core'
import { IconUpload } from '@tabler/icons-react'
import { t } from '#web/i18n.ts'
import { useStore } from '#web/state/store.ts'
import type { Queue } from './queue.ts'
import { QueueLine } from './queue-line.tsx'

interface Props {
  queue: Queue
  addressOf: (record: number) => string
  isPlain?: boolean
}

/** The files on their way, and the button that sends those that were chosen. */
export const QueueList = ({ queue, addressOf, isPlain }: Props) => {
  const uploads = useStore(queue.store)
  const chosen = uploads.filter(({ state }) => state === 'chosen').length
  const sent = uploads.filter(({ state }) => state === 'sent').length
  if (uploads.length === 0) return null
  return (
    <div className="stack gap-5">
      <ul className="bare-list" aria-label={t('Files to add')}>
        {uploads.map((upload) => (
          <QueueLine key={upload.id} upload={upload} queue={queue} addressOf={addressOf} isPlain={isPlain ?? false} />
        ))}
      </ul>
      {(chosen > 0 || sent > 0) && (
        <div className="form-foot">
          <span className="grow" />
          {sent > 0 && <Button onClick={queue.clear}>{t('Clear added files')}</Button>}
          {chosen > 0 && (
            <Button variant="filled" autoFocus leftSection={<IconUpload size={16} aria-hidden />} onClick={queue.start}>
              {t('{count, plural, one {Add # file} other {Add # files}}', { count: chosen })}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
