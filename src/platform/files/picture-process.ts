import { writeFile } from 'node:fs/promises'
import { FileProblem, serveTask, type SandboxTask } from '#platform/sandbox/inside.ts'
import { otherThanImage, pictureLimits } from './picture-limits.ts'
import { redrawPages, type PictureType } from './redraw-pages.ts'
import { sharp } from './sharp.ts'
import { freezePrototypes } from '#platform/freeze-prototypes.ts'

freezePrototypes()

/** What is asked of the process that draws pictures anew: of `path`, into `draft`. */
export type PictureTask = { path: string; draft: string } & (
  | { kind: 'whole'; type: PictureType }
  | { kind: 'small'; types: string[]; maxSide: number }
)

const drawSmall = async (path: string, draft: string, types: readonly string[], maxSide: number) => {
  const image = sharp(path, { limitInputPixels: pictureLimits.pixels, failOn: 'error' })
  const format = await image.metadata().then(
    (metadata) => metadata.format,
    () => null,
  )
  if (!format || !types.includes(`image/${format}`)) throw new FileProblem(otherThanImage(types))
  const drawn = image.autoOrient().resize({ width: maxSide, height: maxSide, fit: 'inside', withoutEnlargement: true })
  await writeFile(draft, await drawn.png({ compressionLevel: 9 }).toBuffer(), { flag: 'wx', mode: 0o600 })
  return { pages: 1 }
}

await serveTask(async (task: PictureTask & SandboxTask) =>
  task.kind === 'small' ? drawSmall(task.path, task.draft, task.types, task.maxSide) : redrawPages(task.path, task.type, task.draft),
)
