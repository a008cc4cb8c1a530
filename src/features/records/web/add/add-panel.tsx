import { Button } from '@mantine/core'
import { IconCamera, IconClipboardText, IconFiles } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import '../records.css'
import { DropArea } from './drop-area.tsx'
import { FileButton } from './file-button.tsx'
import { QueueList } from './queue-list.tsx'
import { queueFor } from './queues.ts'
import { ScannerFolder } from './scanner-folder.tsx'

const CameraDialog = lazy(async () => ({ default: (await import('./camera-dialog.tsx')).CameraDialog }))
const TextDialog = lazy(async () => ({ default: (await import('./text-dialog.tsx')).TextDialog }))

const hasTouch = () => matchMedia('(pointer: coarse)').matches
const hasCamera = () => navigator.mediaDevices !== undefined

/** Adds documents to a patient's record: dropped, chosen, photographed, scanned, typed. */
export const AddPanel = ({ patientId }: { patientId: number }) => {
  const queue = queueFor(patientId)
  const [dialog, setDialog] = useState<'camera' | 'text' | null>(null)
  const close = () => setDialog(null)
  const add = (files: File[]) => queue.add(files)
  // A telephone's own camera program is better than a picture in a page.
  const isPhone = hasTouch()
  const photograph = () => setDialog('camera')
  useKeys(hasCamera() && !isPhone ? [{ keys: 'P', label: t('Photograph a paper'), run: photograph }] : [])
  return (
    <DropArea onFiles={add}>
      <div className="record-drop-head">
        <span className="grow">
          <b className="not-phone">{t('Drop files here')}</b>
          <span className="small t3">{t('PDF, pictures or text, up to {{n}} MB each', { n: 25 })}</span>
        </span>
        <span className="row wrap record-sources">
          <FileButton label={t('Choose files')} icon={<IconFiles size={16} aria-hidden />} onFiles={add} />
          {isPhone ? (
            <FileButton from="camera" label={t('Photograph a paper')} icon={<IconCamera size={16} aria-hidden />} onFiles={add} />
          ) : (
            hasCamera() && (
              <Button leftSection={<IconCamera size={16} aria-hidden />} onClick={photograph}>
                {t('Photograph a paper')}
              </Button>
            )
          )}
          {!isPhone && <ScannerFolder onFiles={add} />}
          <Button leftSection={<IconClipboardText size={16} aria-hidden />} onClick={() => setDialog('text')}>
            {t('Type or paste text')}
          </Button>
        </span>
      </div>
      <QueueList queue={queue} addressOf={(record) => `/dashboard/patients/${patientId}/records/${record}`} />
      <Suspense>
        {dialog === 'camera' && <CameraDialog onFiles={add} onClose={close} />}
        {dialog === 'text' && <TextDialog patientId={patientId} onClose={close} />}
      </Suspense>
    </DropArea>
  )
}
