import { Button } from '@mantine/core'
import { IconCamera, IconClipboardText, IconFiles, IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { lazy, Suspense, useState, type DragEvent, type ReactNode, useEffect, useEffectEvent } from 'react'
import { t } from '#web/i18n.ts'
import { useKeys } from '#web/keyboard/keys.ts'
import { FileButton } from './file-button.tsx'
import { QueueList } from './queue-list.tsx'
import { queueFor } from './queues.ts'
import { toast } from '#web/messages/toast.tsx'
import { isDocument } from './file-rules.ts'
import styles from '../records.module.css'

const LOOK_AGAIN_MS = 3000

interface Folder {
  name: string
  values: () => AsyncIterable<{ kind: string; getFile?: () => Promise<File> }>
}
type Chooser = (options: { mode: 'read' }) => Promise<Folder>
const chooser = () => (globalThis as { showDirectoryPicker?: Chooser }).showDirectoryPicker

const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const readFiles = async (folder: Folder) => {
  const files: File[] = []
  for await (const entry of folder.values()) if (entry.kind === 'file' && entry.getFile) files.push(await entry.getFile())
  return files.filter(isDocument)
}

interface Watched {
  folder: Folder
  /** What lay there when it was chosen, or was offered since. A file is offered once it has stopped growing. */
  known: Set<string>
  seen: Set<string>
}

const look = async ({ folder, known, seen }: Watched): Promise<File[]> => {
  const files = (await readFiles(folder)).filter((file) => !known.has(nameOf(file)))
  const whole = files.filter((file) => seen.has(nameOf(file)))
  seen.clear()
  for (const file of files) seen.add(nameOf(file))
  for (const file of whole) known.add(nameOf(file))
  return whole
}

/** Watches the folder that a scanner writes into, where the browser can; else takes all of a folder at once. */
const ScannerFolder = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
  const [watched, setWatched] = useState<Watched | null>(null)
  const offer = useEffectEvent((files: File[]) => onFiles(files))
  // The folder is outside React, and tells nobody when something comes.
  useEffect(() => {
    if (!watched) return undefined
    const timer = setInterval(() => {
      look(watched).then(
        (files) => files.length > 0 && offer(files),
        () => setWatched(null),
      )
    }, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [watched])
  const choose = chooser()
  const icon = <IconFolder size={16} aria-hidden />
  if (!choose)
    return <FileButton from="folder" label={t('Scanner folder')} icon={icon} onFiles={(files) => onFiles(files.filter(isDocument))} />
  const watch = async () => {
    try {
      const folder = await choose({ mode: 'read' })
      const there = await readFiles(folder)
      setWatched({ folder, known: new Set(there.map(nameOf)), seen: new Set() })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.failed(t('The folder could not be opened.'))
    }
  }
  return watched ? (
    <Button leftSection={<IconFolderOpen size={16} aria-hidden />} onClick={() => setWatched(null)}>
      {t('Stop watching {name}', { name: watched.folder.name })}
    </Button>
  ) : (
    <Button leftSection={icon} onClick={() => void watch()} title={t('New files in the folder appear here automatically.')}>
      {t('Scanner folder')}
    </Button>
  )
}

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes files that are dropped on it. What is in it can be done without a mouse. */
const DropArea = ({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) => {
  const [isOver, setOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same
    <section
      className={`stack surface round-l gap-5 pad-5-6 ${styles.recordDrop}`}
      aria-label={t('Add documents')}
      data-over={isOver || undefined}
      onDragOver={(event) => {
        if (!carriesFiles(event)) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget as Node | null)) setOver(false)
      }}
      onDrop={(event) => {
        event.preventDefault()
        setOver(false)
        onFiles(Array.from(event.dataTransfer.files))
      }}
    >
      {children}
    </section>
  )
}

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
  useKeys(hasCamera() && !isPhone ? [{ keys: 'P', label: t('Photograph document'), run: photograph }] : [])
  return (
    <DropArea onFiles={add}>
      <div className={`in-row wrap gap-4-6 ${styles.recordDropHead}`}>
        <span className="stack grow">
          <b className="not-phone">{t('Drop files here')}</b>
          <span className="small t3">{t('PDF, images or text, up to {n} MB each', { n: 25 })}</span>
        </span>
        <span className={`row wrap phone-full ${styles.recordSources}`}>
          <FileButton label={t('Choose files')} icon={<IconFiles size={16} aria-hidden />} onFiles={add} />
          {isPhone ? (
            <FileButton from="camera" label={t('Photograph document')} icon={<IconCamera size={16} aria-hidden />} onFiles={add} />
          ) : (
            hasCamera() && (
              <Button leftSection={<IconCamera size={16} aria-hidden />} onClick={photograph}>
                {t('Photograph document')}
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
