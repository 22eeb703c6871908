/** Collects the additions of later modules to what an earlier one answers or decides, such as prestige on a profile. */
export function createContributions<Args extends readonly unknown[], Part>() {
  const contributors: ((...args: Args) => Promise<Part>)[] = []
  return {
    contribute: (contributor: (...args: Args) => Promise<Part>) => void contributors.push(contributor),
    collect: (...args: Args): Promise<Part[]> =>
      Promise.all(contributors.map((contributor) => contributor(...args))),
  }
}
