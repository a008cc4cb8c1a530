// Completes package-lock.json after `npm install`: npm leaves out optional packages for other platforms that the registry in use does not
// hold, and `npm ci` then refuses the file. Run it from the project's folder.
import { readFileSync, writeFileSync } from 'node:fs'

const systems = {
  darwin: 'darwin',
  win32: 'win32',
  windows: 'win32',
  win: 'win32',
  linux: 'linux',
  freebsd: 'freebsd',
  android: 'android',
  openharmony: 'openharmony',
}
const processors = {
  arm64: 'arm64',
  aarch64: 'arm64',
  armv7: 'arm',
  arm: 'arm',
  x64: 'x64',
  ia32: 'ia32',
  ppc64: 'ppc64',
  riscv64: 'riscv64',
  s390x: 's390x',
  loong64: 'loong64',
}

/** The platform that a package is for, read from its name; everything here names it in parts between dashes. */
const platformOf = (name) => {
  const parts = name.split(/[-/]/)
  const find = (table) => parts.map((part) => table[part]).find(Boolean)
  const [os, cpu] = [find(systems), find(processors)]
  return {
    ...(cpu && { cpu: [cpu] }),
    ...(parts.some((part) => part.includes('musl')) && { libc: ['musl'] }),
    ...(os && { os: [os] }),
  }
}

/** Whether `name`, required by the package at `place`, is found there or in a folder above it, as Node would look. */
const resolves = (packages, place, name) => {
  for (let folder = place; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    if (packages[`${folder ? `${folder}/` : ''}node_modules/${name}`]) return true
    if (folder === '') return false
  }
}

const lock = JSON.parse(readFileSync('package-lock.json', 'utf8'))
const added = []
for (const [place, entry] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
    if (resolves(lock.packages, place, name)) continue
    if (!/^\d/.test(version)) {
      console.error(`${name} is wanted as ${version}: only an exact version can be added.`)
      process.exitCode = 1
      continue
    }
    lock.packages[`node_modules/${name}`] = { version, ...(entry.dev && { dev: true }), ...platformOf(name), optional: true }
    added.push(`${name} ${version}`)
  }
}
lock.packages = Object.fromEntries(Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1)))
writeFileSync('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`)
console.log(added.length === 0 ? 'package-lock.json is complete.' : `Added to package-lock.json:\n${added.join('\n')}`)
