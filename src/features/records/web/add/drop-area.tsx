import { useState, type DragEvent, type ReactNode } from 'react'
import { t } from '#web/i18n.ts'

const carriesFiles = ({ dataTransfer }: DragEvent) => dataTransfer.types.includes('Files')

/** Takes files that are dropped on it. What is in it can be done without a mouse. */
export const DropArea = ({ onFiles, children }: { onFiles: (files: File[]) => void; children: ReactNode }) => {
  const [isOver, setOver] = useState(false)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- the buttons in it do the same
    <section
      className="record-drop"
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
