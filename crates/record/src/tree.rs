//! A tree in one vector: no recursion in building, walking, comparing or dropping, however deep it
//! is, and sixteen bytes of links per node.

use std::ops::{Index, IndexMut};

/// A node of a [`Tree`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The root, which every tree has.
    pub const ROOT: Self = Self(0);

    /// The number of the node, in the order in which nodes were added.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

#[derive(Clone, Debug)]
struct Slot<T> {
    value: T,
    parent: Option<Link>,
    first_child: Option<Link>,
    last_child: Option<Link>,
    next_sibling: Option<Link>,
}

/// A node number plus one, so that an absent link costs no space.
type Link = std::num::NonZeroU32;

fn link_to(id: NodeId) -> Option<Link> {
    Link::new(id.0 + 1)
}

fn target(link: Option<Link>) -> Option<NodeId> {
    link.map(|link| NodeId(link.get() - 1))
}

/// A tree whose children are in order. It always has a root.
#[derive(Clone, Debug)]
pub struct Tree<T> {
    slots: Vec<Slot<T>>,
}

/// A node met on a walk, and how far below the root it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Visit {
    /// The node.
    pub id: NodeId,
    /// The number of steps from the root.
    pub depth: usize,
}

impl<T> Tree<T> {
    /// A tree of one node.
    pub fn new(root: T) -> Self {
        let mut tree = Self { slots: Vec::new() };
        tree.push(None, root);
        tree
    }

    fn push(&mut self, parent: Option<Link>, value: T) -> NodeId {
        // One below the maximum, for the links are numbers plus one.
        let id = u32::try_from(self.slots.len()).ok().filter(|&id| id < u32::MAX);
        let id = NodeId(id.expect("a tree has fewer than 2^32 nodes"));
        self.slots.push(Slot {
            value,
            parent,
            first_child: None,
            last_child: None,
            next_sibling: None,
        });
        id
    }

    /// Adds a node after the other children of `parent`.
    ///
    /// # Panics
    /// If `parent` belongs to another tree and is not here, or at 2^32 nodes.
    pub fn add_child(&mut self, parent: NodeId, value: T) -> NodeId {
        let child = self.push(link_to(parent), value);
        let elder = self.slots[parent.index()].last_child;
        match target(elder) {
            Some(elder) => self.slots[elder.index()].next_sibling = link_to(child),
            None => self.slots[parent.index()].first_child = link_to(child),
        }
        self.slots[parent.index()].last_child = link_to(child);
        child
    }

    /// Makes room for so many nodes in all, neither more nor less.
    pub(crate) fn reserve(&mut self, n_nodes: usize) {
        self.slots.reserve_exact(n_nodes.saturating_sub(self.slots.len()));
    }

    /// The tree without a node and all that is below it. Of the root nothing can be taken.
    pub(crate) fn without(mut self, id: NodeId) -> Self
    where
        T: Default,
    {
        if id == NodeId::ROOT {
            return self;
        }
        let mut kept = Self::new(std::mem::take(&mut self[NodeId::ROOT]));
        let mut ids: Vec<Option<NodeId>> = vec![None; self.n_nodes()];
        ids[0] = Some(NodeId::ROOT);
        let visits: Vec<NodeId> = self.pre_order().skip(1).map(|visit| visit.id).collect();
        for visit in visits {
            let parent = self.parent(visit).and_then(|parent| ids[parent.index()]);
            if let Some(parent) = parent.filter(|_| visit != id) {
                let value = std::mem::take(&mut self[visit]);
                ids[visit.index()] = Some(kept.add_child(parent, value));
            }
        }
        kept
    }

    /// How many nodes there are.
    pub fn n_nodes(&self) -> usize {
        self.slots.len()
    }

    /// The node above.
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        target(self.slots[id.index()].parent)
    }

    /// The first node below.
    pub fn first_child(&self, id: NodeId) -> Option<NodeId> {
        target(self.slots[id.index()].first_child)
    }

    /// The next node with the same parent.
    pub fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        target(self.slots[id.index()].next_sibling)
    }

    /// The nodes directly below, in order.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        std::iter::successors(self.first_child(id), |&child| self.next_sibling(child))
    }

    /// The root, its first child, the first child of that, and so on.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        std::iter::successors(Some(NodeId::ROOT), |&id| self.first_child(id))
    }

    /// Every node, each before its children and with its whole subtree before its next sibling.
    pub fn pre_order(&self) -> impl Iterator<Item = Visit> {
        let root = Visit { id: NodeId::ROOT, depth: 0 };
        std::iter::successors(Some(root), |&Visit { id, depth }| {
            if let Some(child) = self.first_child(id) {
                return Some(Visit { id: child, depth: depth + 1 });
            }
            let mut here = Visit { id, depth };
            loop {
                if let Some(sibling) = self.next_sibling(here.id) {
                    return Some(Visit { id: sibling, ..here });
                }
                here = Visit { id: self.parent(here.id)?, depth: here.depth - 1 };
            }
        })
    }
}

impl<T> Index<NodeId> for Tree<T> {
    type Output = T;

    fn index(&self, id: NodeId) -> &T {
        &self.slots[id.index()].value
    }
}

impl<T> IndexMut<NodeId> for Tree<T> {
    fn index_mut(&mut self, id: NodeId) -> &mut T {
        &mut self.slots[id.index()].value
    }
}

impl<T: Default> Default for Tree<T> {
    fn default() -> Self {
        Self::new(T::default())
    }
}

/// Trees are equal if they look equal, in whatever order their nodes were added.
impl<T: PartialEq> PartialEq for Tree<T> {
    fn eq(&self, other: &Self) -> bool {
        self.n_nodes() == other.n_nodes()
            && self
                .pre_order()
                .zip(other.pre_order())
                .all(|(a, b)| a.depth == b.depth && self[a.id] == other[b.id])
    }
}

impl<T: Eq> Eq for Tree<T> {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_keep_the_order_of_siblings() {
        let mut tree = Tree::new('r');
        let a = tree.add_child(NodeId::ROOT, 'a');
        let b = tree.add_child(NodeId::ROOT, 'b');
        tree.add_child(b, 'd');
        tree.add_child(a, 'c');
        let walk: Vec<(char, usize)> = tree.pre_order().map(|v| (tree[v.id], v.depth)).collect();
        assert_eq!(walk, [('r', 0), ('a', 1), ('c', 2), ('b', 1), ('d', 2)]);
        let main: String = tree.main_line().map(|id| tree[id]).collect();
        assert_eq!(main, "rac");
    }

    #[test]
    fn a_subtree_can_be_left_out() {
        let mut tree = Tree::new('r');
        let a = tree.add_child(NodeId::ROOT, 'a');
        let b = tree.add_child(a, 'b');
        tree.add_child(b, 'c');
        tree.add_child(a, 'd');
        let kept = tree.without(b);
        let walk: String = kept.pre_order().map(|visit| kept[visit.id]).collect();
        assert_eq!(walk, "rad");
    }

    #[test]
    fn equality_does_not_mind_the_order_of_building() {
        let mut one = Tree::new(0);
        let a = one.add_child(NodeId::ROOT, 1);
        one.add_child(NodeId::ROOT, 2);
        one.add_child(a, 3);
        let mut other = Tree::new(0);
        let b = other.add_child(NodeId::ROOT, 1);
        other.add_child(b, 3);
        other.add_child(NodeId::ROOT, 2);
        assert_eq!(one, other);
        let mut third = Tree::new(0);
        third.add_child(NodeId::ROOT, 1);
        let c = third.add_child(NodeId::ROOT, 2);
        third.add_child(c, 3);
        assert_ne!(one, third);
    }

    #[test]
    fn depth_costs_no_stack() {
        let mut tree = Tree::new(0_u32);
        let mut at = NodeId::ROOT;
        for i in 1..300_000 {
            at = tree.add_child(at, i);
        }
        assert_eq!(tree, tree.clone());
        assert_eq!(tree.main_line().count(), 300_000);
        assert_eq!(size_of::<Slot<u64>>(), 24);
    }
}
