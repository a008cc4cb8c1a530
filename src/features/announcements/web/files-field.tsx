import { ActionIcon, Button } from '@mantine/core'
import { IconPaperclip, IconX } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { t } from '#web/i18n.ts'
import { Note } from '#web/ui/status.tsx'
import { attachmentFile, MAX_ATTACHMENTS } from '../contract.ts'
import styles from './announcements.module.css'

const MEGABYTE = 1_048_576
/** Why a file cannot be sent, in words; null when it can be tried. The server looks again, at the content. */
const refusalOf = (file: File): string | null => {
  if (!(attachmentFile.types as readonly string[]).includes(file.type)) return t('Choose a PDF, PNG or JPEG file.')
  return file.size > attachmentFile.maxBytes ? t('File too large: at most {n} MB.', { n: attachmentFile.maxBytes / MEGABYTE }) : null
}

interface Props {
  files: readonly File[]
  onChange: (files: File[]) => void
  /** How many there are already. */
  there?: number
}

/** Files that go with an announcement, before they are sent. */
export const FilesField = ({ files, onChange, there = 0 }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  const [refusal, setRefusal] = useState<string | null>(null)
  const room = MAX_ATTACHMENTS - there - files.length
  const add = (chosen: readonly File[]) => {
    const refused = chosen.map(refusalOf).find((why) => why !== null)
    setRefusal(refused ?? (chosen.length > room ? t('An announcement can have up to five files.') : null))
    onChange([...files, ...chosen.filter((file) => refusalOf(file) === null).slice(0, room)])
  }
  return (
    <div className="form-stack">
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={attachmentFile.types.join(',')}
        onChange={(event) => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
      {files.length > 0 && (
        <ul className={styles.files} aria-label={t('Files')}>
          {files.map((file) => (
            <li key={`${file.name} ${file.size} ${file.lastModified}`} className="row">
              <span className="grow clip">{file.name}</span>
              <ActionIcon
                aria-label={t('Remove {name}', { name: file.name })}
                onClick={() => onChange(files.filter((one) => one !== file))}
              >
                <IconX size={16} stroke={1.75} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      )}
      {refusal !== null && (
        <Note tone="critical" alert>
          {refusal}
        </Note>
      )}
      <span>
        <Button
          leftSection={<IconPaperclip size={16} stroke={1.75} aria-hidden />}
          disabled={room <= 0}
          onClick={() => input.current?.click()}
        >
          {t('Add files')}
        </Button>
      </span>
    </div>
  )
}
