import { ActionIcon, Button, Modal } from '@mantine/core'
import { IconCamera, IconTrash } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { time } from '#web/text/format.ts'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { clinicNow } from '#web/state/clinic-clock.ts'
import styles from '../records.module.css'

interface Shot {
  address: string
  file: File
}
interface Props {
  onFiles: (files: File[]) => void
  onClose: () => void
}
const QUALITY = 0.9
const WIDEST = { width: { ideal: 2560 }, height: { ideal: 1920 }, facingMode: 'environment' } as const

const takeFrom = (video: HTMLVideoElement, number: number): Promise<File | null> => {
  const canvas = document.createElement('canvas')
  canvas.width = video.videoWidth
  canvas.height = video.videoHeight
  canvas.getContext('2d')?.drawImage(video, 0, 0)
  return new Promise((resolve) =>
    canvas.toBlob(
      (blob) => resolve(blob && new File([blob], `${t('Photo')} ${time(clinicNow())} ${number}.jpg`, { type: 'image/jpeg' })),
      'image/jpeg',
      QUALITY,
    ),
  )
}

/** The live picture of the machine's camera, while it is shown. */
const useCamera = () => {
  const video = useRef<HTMLVideoElement>(null)
  const [isOn, setOn] = useState(false)
  const [isRefused, setRefused] = useState(false)
  // The camera is outside React: on while the dialog is open, and never longer.
  useEffect(() => {
    let stream: MediaStream | null = null
    let isGone = false
    const end = () => {
      for (const track of stream?.getTracks() ?? []) track.stop()
    }
    const begin = async () => {
      try {
        stream = await navigator.mediaDevices.getUserMedia({ video: WIDEST })
        if (isGone || !video.current) return end()
        video.current.srcObject = stream
        await video.current.play()
        setOn(true)
      } catch {
        if (!isGone) setRefused(true)
      }
    }
    void begin()
    return () => {
      isGone = true
      end()
    }
  }, [])
  return { video, isOn, isRefused }
}

/** Takes pictures of papers with the camera of a desktop machine: one page after another, each of which can be taken again. */
export const CameraDialog = ({ onFiles, onClose }: Props) => {
  const { video, isOn, isRefused } = useCamera()
  const [shots, setShots] = useState<Shot[]>([])
  const count = useRef(0)
  const take = async () => {
    const file = video.current && (await takeFrom(video.current, (count.current += 1)))
    if (file) setShots((all) => [...all, { file, address: URL.createObjectURL(file) }])
  }
  const drop = (shot: Shot) => {
    URL.revokeObjectURL(shot.address)
    setShots((all) => all.filter((one) => one !== shot))
  }
  const leave = () => {
    for (const { address } of shots) URL.revokeObjectURL(address)
    onClose()
  }
  const use = () => {
    onFiles(shots.map(({ file }) => file))
    leave()
  }
  return (
    <Modal opened onClose={leave} size="xl" title={t('Photograph document')} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className="form-stack">
        {isRefused && (
          <Note tone="attention" alert>
            {t('The camera cannot be used: no camera was found, another program is using it, or the browser does not allow it.')}
          </Note>
        )}
        {/* eslint-disable-next-line jsx-a11y/media-has-caption -- a live picture without sound */}
        <video
          ref={video}
          className={`full-width sunken round-l ${styles.cameraView}`}
          muted
          playsInline
          hidden={isRefused}
          aria-label={t('Camera preview')}
        />
        {shots.length > 0 && (
          <ul className={`flex gap-4 scroll-x ${styles.cameraShots}`} aria-label={t('Pages taken')}>
            {shots.map((shot, at) => (
              <li className="rigid relative" key={shot.address}>
                <img className="block outlined round-m" src={shot.address} alt={t('Page {n}', { n: at + 1 })} />
                <ActionIcon variant="default" aria-label={t('Remove page {n} to retake it', { n: at + 1 })} onClick={() => drop(shot)}>
                  <IconTrash size={16} stroke={1.5} aria-hidden />
                </ActionIcon>
              </li>
            ))}
          </ul>
        )}
        <div className="form-foot">
          <span className="grow" />
          <Button onClick={leave}>{t('Cancel')}</Button>
          <Button data-autofocus disabled={!isOn} leftSection={<IconCamera size={16} aria-hidden />} onClick={() => void take()}>
            {shots.length === 0 ? t('Take photo') : t('Take next page')}
          </Button>
          <Button variant="filled" disabled={shots.length === 0} onClick={use}>
            {t('{count, plural, one {Use # photo} other {Use # photos}}', { count: Math.max(1, shots.length) })}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
