// Fluent's parts name some eighty icons of a collection whose index reads 19 MB for every test file: here each comes from its own file.
const tools = { ...require('@fluentui/react-icons/utils'), ...require('@fluentui/react-icons/providers') };

const fileOf = (name) =>
  name
    .replace(/\d*(?:Regular|Filled)$/, '')
    .replace(/(?<=[a-z])(?=[A-Z])/g, '-')
    .toLowerCase();

module.exports = new Proxy(tools, {
  get: (_, name) =>
    name in tools || typeof name !== 'string' || !/(?:Regular|Filled)$/.test(name)
      ? tools[name]
      : require(`@fluentui/react-icons/svg/${fileOf(name)}`)[name],
});
