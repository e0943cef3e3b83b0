export function TagFilter({ tags, value, onChange }: { tags: string[]; value?: string; onChange: (tag?: string) => void }) {
  return (
    <select value={value ?? ""} onChange={(e) => onChange(e.target.value || undefined)}>
      <option value="">all</option>
      {tags.map((tag) => (
        <option key={tag}>{tag}</option>
      ))}
    </select>
  );
}
