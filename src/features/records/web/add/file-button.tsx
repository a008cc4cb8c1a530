import { Button } from '@mantine/core'
import { useRef, type ReactNode } from 'react'
import { accepted } from './file-rules.ts'

interface Props {
  label: string
  icon: ReactNode
  onFiles: (files: File[]) => void
  /** `camera`: a telephone opens its camera at once. `folder`: all files of a folder. */
  from?: 'files' | 'camera' | 'folder'
  isMain?: boolean
}

const boxes = {
  files: { multiple: true, accept: accepted },
  camera: { accept: 'image/*', capture: 'environment' },
  // React passes it on as it stands.
  folder: { multiple: true, webkitdirectory: '' } as object,
} as const

/** A button that opens the system's own choice of files. */
export const FileButton = ({ label, icon, onFiles, from = 'files', isMain }: Props) => {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <input
        ref={input}
        type="file"
        hidden
        aria-label={label}
        {...boxes[from]}
        onChange={(event) => {
          onFiles(Array.from(event.currentTarget.files ?? []))
          event.currentTarget.value = ''
        }}
      />
      <Button variant={isMain ? 'filled' : 'default'} leftSection={icon} onClick={() => input.current?.click()}>
        {label}
      </Button>
    </>
  )
}
