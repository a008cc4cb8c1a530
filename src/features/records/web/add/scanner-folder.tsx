import { Button } from '@mantine/core'
import { IconFolder, IconFolderOpen } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { t } from '#web/i18n.ts'
import { toast } from '#web/messages/toast.tsx'
import { FileButton } from './file-button.tsx'
import { isDocument } from './file-rules.ts'

const LOOK_AGAIN_MS = 3000

interface Folder {
  name: string
  values: () => AsyncIterable<{ kind: string; getFile?: () => Promise<File> }>
}
type Chooser = (options: { mode: 'read' }) => Promise<Folder>
const chooser = () => (globalThis as { showDirectoryPicker?: Chooser }).showDirectoryPicker

const nameOf = ({ name, size, lastModified }: File) => `${name} ${size} ${lastModified}`

const filesOf = async (folder: Folder) => {
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
  const files = (await filesOf(folder)).filter((file) => !known.has(nameOf(file)))
  const whole = files.filter((file) => seen.has(nameOf(file)))
  seen.clear()
  for (const file of files) seen.add(nameOf(file))
  for (const file of whole) known.add(nameOf(file))
  return whole
}

/** Watches the folder that a scanner writes into, where the browser can; else takes all of a folder at once. */
export const ScannerFolder = ({ onFiles }: { onFiles: (files: File[]) => void }) => {
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
    return <FileButton from="folder" label={t('Folder of a scanner')} icon={icon} onFiles={(files) => onFiles(files.filter(isDocument))} />
  const watch = async () => {
    try {
      const folder = await choose({ mode: 'read' })
      const there = await filesOf(folder)
      setWatched({ folder, known: new Set(there.map(nameOf)), seen: new Set() })
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) toast.failed(t('The folder could not be opened.'))
    }
  }
  return watched ? (
    <Button leftSection={<IconFolderOpen size={16} aria-hidden />} onClick={() => setWatched(null)}>
      {t('Stop watching {{name}}', { name: watched.folder.name })}
    </Button>
  ) : (
    <Button leftSection={icon} onClick={() => void watch()} title={t('New files of the folder are offered here as they come.')}>
      {t('Folder of a scanner')}
    </Button>
  )
}
