import { Button } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#web/i18n.ts'
import type { NoteOnScreen } from './note-keeper.ts'
import { SignedNote } from './signed-note.tsx'

interface Props {
  notes: readonly NoteOnScreen[]
  head?: ReactNode
  /** Begins another note of one's own. */
  onWrite?: () => void
}

/** The notes of a visit that are not the caller's to write. */
export const SignedNotePanel = ({ notes, head, onWrite }: Props) => (
  <section className="panel consultation" aria-label={t('Notes of this visit')}>
    <header className="panel-head">
      <h2 className="grow">{t('Notes of this visit')}</h2>
      {onWrite && (
        <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onWrite}>
          {t('Add note')}
        </Button>
      )}
    </header>
    {head}
    <div className="note-body">
      {notes.length === 0 && <p className="t3">{t('No notes for this visit yet.')}</p>}
      {notes.map((note) => (
        <SignedNote key={note.id} note={note} />
      ))}
    </div>
  </section>
)
