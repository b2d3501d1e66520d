/** Facts as an agent notes them, each with the same in another order and in other words. */
export interface Fact {
  readonly text: string;
  /** The same words, moved. */
  readonly moved: string;
  /** The same, said freely. */
  readonly freely: string;
}

const lines = `
Prefers short answers without emojis | Without emojis, prefers short answers | The user likes brief replies with no emojis
Deploys happen on Friday afternoon from the main branch | On Friday afternoon deploys happen from the main branch | Releases go out Friday afternoons from branch main
The test suite runs with npm test in the repository root | In the repository root the test suite runs with npm test | Run the test suite from the repo root using npm test
Uses pnpm instead of npm in all projects | In all projects uses pnpm instead of npm | Relies on pnpm rather than npm for every project
The staging database listens on port 5433 | On port 5433 listens the staging database | Staging db is listening on port 5433
Lives in Hamburg with two children | With two children, lives in Hamburg | Resides in Hamburg and has two kids
Works as a data engineer at Northwind | At Northwind works as a data engineer | Job: data engineer with Northwind
Commit messages are written in English | In English commit messages are written | Write commit messages in English
Never push directly to main | To main, never push directly | Don't push straight to main
Wants tests written before the implementation | Before the implementation, wants tests written | Likes to write tests before implementation
The API key is read from the file config/keys.env | From the file config/keys.env the API key is read | API key gets loaded from config/keys.env
Code is formatted with two spaces and no tabs | With no tabs and two spaces code is formatted | Code style: indent by 2 spaces, no tabs
Is allergic to peanuts | To peanuts is allergic | Has a peanut allergy
Has a dog called Biscuit | Called Biscuit, a dog has | Dog's name is Biscuit
The weekly meeting is on Tuesday at 10:00 | On Tuesday at 10:00 is the weekly meeting | Team has its weekly meeting Tuesdays at 10 am
The laptop runs Debian 12 with KDE | With KDE the laptop runs Debian 12 | Machine is a laptop running Debian 12 and KDE
Pull requests need two approvals before merge | Before merge two approvals pull requests need | PRs require two approvals before merging
Logs are kept in /var/log/hermes for 30 days | For 30 days logs are kept in /var/log/hermes | Logs live in /var/log/hermes for 30 days
Prefers dark mode in every editor | In every editor prefers dark mode | Wants a dark theme in all editors
The customer portal is written in Elixir | In Elixir is written the customer portal | Client portal was built in Elixir
Speaks German and English | English and German speaks | Languages: English and German
Invoices are sent on the first Monday of the month | On the first Monday of the month invoices are sent | Bills get sent the first Monday each month
Backups run every night at 02:30 | At 02:30 every night backups run | Nightly backup starts at 02:30
Likes tables more than long lists | More than long lists likes tables | Prefers tables over lengthy lists
The product owner is called Miriam | Called Miriam is the product owner | Miriam is the product owner
Deployment secrets are stored in Vault | In Vault deployment secrets are stored | Vault holds the secrets for deployment
Reads mail only in the morning | Only in the morning reads mail | Checks email only mornings
The default branch is called trunk | Called trunk is the default branch | Default branch name: trunk
Docker images are built by the CI pipeline on every tag | On every tag by the CI pipeline Docker images are built | CI builds Docker images for each tag
Dates are written as 2026-01-31 in reports | In reports dates are written as 2026-01-31 | Write report dates like 2026-01-31
Works remotely from Lisbon in winter | In winter works from Lisbon remotely | During winter, works remote from Lisbon
The search service needs 16 GB of memory | Of memory 16 GB the search service needs | Search service requires 16GB memory
Explain the plan before changing files | Before changing files explain the plan | Describe the plan before files are changed
Has a standing desk at home | At home a standing desk has | At home there is a standing desk
The mobile app is released every second Thursday | Every second Thursday the mobile app is released | Mobile app ships every second Thursday
Vegetarian, cooks on weekends | On weekends cooks, vegetarian | Cooks at weekends and is a vegetarian
Error messages must name the file and the line | The line and the file error messages must name | Errors should name file and line
The integration tests need Docker to be running | Docker to be running the integration tests need | Docker must be running for the integration tests
Prefers functional style over classes | Over classes prefers functional style | Likes a functional style rather than classes
The company uses Jira for tickets | For tickets the company uses Jira | Tickets are tracked in the firm's Jira
Birthday is on 14 May | On 14 May is birthday | Was born on 14 May
Runs a marathon each spring | Each spring runs a marathon | Every spring takes part in a marathon
The CSV exports use semicolons | Semicolons the CSV exports use | Semicolons are used in CSV exports
Ask before deleting files | Before deleting files ask | Check with the user before removing files
Calls the agent Jeeves | Jeeves calls the agent | The agent is named Jeeves by the user
Type checks run with tsc in strict mode | In strict mode with tsc type checks run | Strict mode tsc is used for type checks
The intranet is reachable only over the VPN | Only over the VPN the intranet is reachable | Intranet can be reached only over VPN
Photos are backed up to the NAS in the cellar | In the cellar to the NAS photos are backed up | The NAS in the cellar holds photo backups
Prefers metric units | Metric units prefers | Wants units to be metric
Standup is at 9:15 every workday | Every workday at 9:15 is standup | Daily standup at 9:15 on workdays
The legacy importer must stay on Python 3.9 | On Python 3.9 must stay the legacy importer | Keep the legacy importer on Python 3.9
Summaries should begin with the result | With the result summaries should begin | Start summaries with the result
The flat has solar panels on the roof | On the roof the flat has solar panels | Solar panels are on the roof of the flat
Reviews are done by Priya and Tom | By Tom and Priya reviews are done | Tom and Priya do the reviews
Feature branches are squashed on merge | On merge feature branches are squashed | When merging, squash feature branches
The coffee machine is maintained by the office team | By the office team the coffee machine is maintained | Office team maintains the coffee machine
Wants links as plain addresses | As plain addresses wants links | Prefers links to be plain addresses
Database migrations are reversible | Reversible are database migrations | Every db migration must be reversible
The thesis is due on 30 September | On 30 September is due the thesis | Thesis deadline: 30 September
Plays the cello in an orchestra | In an orchestra plays the cello | Is a cellist in an orchestra
The monitoring dashboard is at grafana.corp.example | At grafana.corp.example is the monitoring dashboard | Monitoring dashboard lives under grafana.corp.example
Production access needs a ticket from the security team | From the security team a ticket production access needs | For production access, get a security team ticket
Uses a split keyboard with the Colemak layout | With the Colemak layout a split keyboard uses | Types on a split keyboard in Colemak layout
Hates being interrupted before noon | Before noon hates being interrupted | Doesn't like to be interrupted before noon
The build cache is cleared every Sunday | Every Sunday is cleared the build cache | Each Sunday the build cache gets cleared
The parser is generated from grammar.ebnf | From grammar.ebnf is generated the parser | grammar.ebnf is what the parser is generated from
Prices are shown without tax | Without tax prices are shown | Show prices with no tax
Travels by train, not by plane | Not by plane, by train travels | Takes the train and never a plane
The public API is versioned by date | By date is versioned the public API | Public API versions are dates
The team agreed on conventional commits | On conventional commits the team agreed | Conventional commits are what the team agreed on
`;

export const facts: readonly Fact[] = lines
  .trim()
  .split("\n")
  .map((line) => {
    const [text = "", moved = "", freely = ""] = line.split(" | ");
    return { text, moved, freely };
  });

/** A fact, and one about the same that can't hold beside it. */
export const conflicts: readonly (readonly [known: string, offered: string])[] = `
Prefers tabs over spaces | Prefers spaces over tabs
Lives in Oslo | Lives in Bergen
The billing service listens on port 7000 | The billing service listens on port 7100
Favourite editor is Vim | Favourite editor is Emacs
Uses Bun as package manager | Uses Yarn as package manager
Likes meetings before lunch | Doesn't like meetings before lunch
The deadline of the audit is Monday | The deadline of the audit is Thursday
The wiki is at wiki.old.example | The wiki is at wiki.new.example
Prefers long explanations of changes | Prefers short explanations of changes
Allow force pushes on feature branches | Forbid force pushes on feature branches
Reports are due weekly | Reports are due monthly
The night job starts at 23:00 | The night job starts at 01:00
Partner is named Robin | Partner is named Alex
Answers should be in French | Answers should be in Spanish
The cluster has 12 nodes | The cluster has 20 nodes
Merge with rebase in the app repository | Merge with squash in the app repository
The retention limit is 30 days | The retention limit is 90 days
Never run migrations on start | Run migrations on start
The office is closed on Wednesday | The office is closed on Friday
Documentation is written in Markdown | Documentation is written in HTML
`
  .trim()
  .split("\n")
  .map((line) => {
    const [known = "", offered = ""] = line.split(" | ");
    return [known, offered];
  });

/** Pairs that look alike and say different things which both hold. */
export const neighbours: readonly (readonly [known: string, offered: string])[] = `
Uses pnpm at work | Uses npm at home
The web server has 16 GB of memory | The mail server has 16 GB of memory
Standup of the web team is at 9:15 | Retro of the web team is at 15:00
Ada reviews the parser | Bob reviews the lexer
The parser is written in Rust | The printer is written in Rust
Likes tea in the morning | Likes cocoa in the evening
Tests of the core run with vitest | Tests of the site run with playwright
Deploys of the shop happen on Monday | Deploys of the blog happen on Tuesday
Keys of staging are in /srv/staging/keys | Keys of production are in /srv/production/keys
Has a sister in Rome | Has a brother in Madrid
Speaks Dutch with the family | Speaks French with customers
The first server is in Dublin | The second server is in Dublin
Is allergic to cats | Is allergic to pollen
Builds take 4 minutes on the laptop | Builds take 9 minutes in CI
Wants benchmarks before merges | Wants plans before refactorings
The importer reads CSV files | The exporter writes CSV files
Alice owns the billing service | Carol owns the search service
Node 24 is used for the gateway | Node 22 is used for the plugins
The red cable is the uplink | The blue cable is the spare
Lunch with Jonas is on the first Friday | Lunch with Marta is on the last Friday
`
  .trim()
  .split("\n")
  .map((line) => {
    const [known = "", offered = ""] = line.split(" | ");
    return [known, offered];
  });

/** More facts with free paraphrases, written after the lists of words. */
export const paraphrases: readonly (readonly [known: string, freely: string])[] = `
The garage door code is kept by the neighbour | Neighbour holds the code for the garage door
Drinks decaf after lunch | After lunch only has decaf coffee
API errors are returned as problem+json | The API returns errors in problem+json format
Uses zsh with starship prompt | Shell is zsh, prompt is starship
The accounting export is due by the 5th of each month | Accounting export must be delivered by the 5th every month
Kids are in school until 3 pm | Until 15:00 the children are at school
Wants changelog entries for each user-visible change | Every user visible change should get a changelog entry
Feature flags live in LaunchDarkly | LaunchDarkly is used for feature flags
Prefers to be addressed as Dr. Kim | Call the user Dr. Kim
The release branch is frozen on Wednesdays | On Wednesdays there is a freeze of the release branch
Screenshots go to ~/Pictures/shots | Save screenshots in ~/Pictures/shots
Code comments should be in English | Write comments in the code in English
The old laptop has a broken fan | Fan of the old laptop is broken
Terraform state is in an S3 bucket | Terraform keeps its state in S3
Doesn't eat pork | Eats no pork
New endpoints need an OpenAPI entry | An OpenAPI entry is required for every new endpoint
Sprints last three weeks | A sprint takes 3 weeks
Emails to customers are signed with Team Orbit | Customer emails get signed as Team Orbit
The data warehouse refreshes at 04:00 UTC | Data warehouse refresh happens 04:00 UTC
Likes to see the diff before a commit | Show the diff before committing
`
  .trim()
  .split("\n")
  .map((line) => {
    const [known = "", freely = ""] = line.split(" | ");
    return [known, freely];
  });
