/** Which test files a part of a name means, in which projects, and which programs of the system those need. */
import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projects, type TestProject } from '#tests/projects.ts';
import { type Program, programsCalledBy } from './provide-programs.ts';

const engineModules = { postgres: 'tests/support/engines/postgres.ts', s3: 'tests/support/engines/s3.ts' };
const imports = /(?:^|\n)(?:import|export)\s(?!type\s)[^'";]*from '([^']+)'/g;

/** The projects of those names that have a file whose path contains one of the parts; with no part, all of those names. */
export function projectsWith(names: readonly string[], parts: readonly string[]): TestProject[] {
  return projects.filter((project) => names.includes(project.name) && filesOf(project, parts).length > 0);
}

/** What has to be installed for them. */
export function programsFor(chosen: readonly TestProject[], parts: readonly string[]): Program[] {
  const modules = new Set<string>();
  for (const project of chosen) {
    const { database, storage } = project.engines ?? {};
    if (database === 'postgres') addModule(engineModules.postgres, modules);
    if (storage === 's3') addModule(engineModules.s3, modules);
    for (const file of filesOf(project, parts)) addModule(file, modules);
  }
  return programsCalledBy(modules);
}

function filesOf({ include }: TestProject, parts: readonly string[]): string[] {
  const files = globSync(include, { exclude: ['**/node_modules/**'] });
  return files.filter((file) => parts.length === 0 || parts.some((part) => file.includes(part)));
}

/** Adds a module of the tests and all of those that it imports. */
function addModule(file: string, modules: Set<string>): void {
  if (modules.has(file)) return;
  modules.add(file);
  for (const [, name = ''] of readFileSync(file, 'utf8').matchAll(imports)) {
    if (name.startsWith('#tests/')) addModule(name.slice(1), modules);
    else if (name.startsWith('.') && file.startsWith('tests/')) addModule(join(dirname(file), name), modules);
  }
}
